import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** A taste of this device: a store whose value outlives the page, in all its tabs alike. */
export function createPersistedStore<Value extends object>(
  key: string,
  read: (stored: unknown) => Value,
): UseBoundStore<StoreApi<Value>> {
  const store = create<Value>()(() => read(stored(key)));
  let saved = store.getState();
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    saved = read(stored(key));
    store.setState(saved, true);
  });
  store.subscribe((value) => {
    if (value === saved) return;
    saved = value;
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  });
  return store;
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
