import { create, type StoreApi, type UseBoundStore } from 'zustand';

/**
 * Creates a store that is persisted in localStorage and synchronized between tabs. `parse` receives the parsed JSON, or
 * null, and must return a valid value.
 */
export function createPersistedStore<Value extends object>(
  key: string,
  parse: (stored: unknown) => Value,
): UseBoundStore<StoreApi<Value>> {
  const store = create<Value>()(() => parse(load(key)));
  let saved = store.getState();
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    saved = parse(load(key));
    store.setState(saved, true);
  });
  store.subscribe((value) => {
    if (value === saved) return;
    saved = value;
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without storage, the value lasts until the page is closed.
    }
  });
  return store;
}

function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
