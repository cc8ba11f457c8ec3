import { useSyncExternalStore } from 'react';
import { createStore, type StateCreator, type StoreApi } from 'zustand/vanilla';

type Readable<State> = Pick<StoreApi<State>, 'getState' | 'subscribe'>;

/** Like `useStore` of zustand, with the current state. That has the initial one, as hydration requires, which pages do not use. */
export function useStore<State, Slice = State>(
  store: Readable<State>,
  selector: (state: State) => Slice = (state) => state as unknown as Slice,
): Slice {
  const slice = () => selector(store.getState());
  return useSyncExternalStore(store.subscribe, slice, slice);
}

export const create =
  <State>() =>
  (initializer: StateCreator<State>) => {
    const store = createStore<State>()(initializer);
    return Object.assign(<Slice>(selector?: (state: State) => Slice) => useStore(store, selector), store);
  };
