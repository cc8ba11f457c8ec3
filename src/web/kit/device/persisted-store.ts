import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Keys of what pages store, besides the theme. `src/web/app/device-data.ts` exports and imports all of it. */
export type StoredKey = `jetscope.${
  | 'alert-history'
  | 'alert-sound'
  | 'alerts'
  | 'colours'
  | 'currency'
  | 'drawings'
  | 'filters'
  | 'keys'
  | 'lines'
  | 'live'
  | 'panel'
  | 'paper'
  | 'recent-searches'
  | 'screens'
  | 'table'
  | 'watchlist'
  | 'watchlists'}`;

/** What alerts have seen. It is not exported: on another device, they begin with the data from then on. */
type UnsharedKey = 'jetscope.alert-states';

/** Keys whose last change could not be stored, because the storage is full or blocked. */
export const unstored = createStore<readonly string[]>()(() => []);

function without(key: string): readonly string[] {
  return unstored.getState().filter((one) => one !== key);
}

export interface PersistedStore<Value> extends UseBoundStore<StoreApi<Value>> {
  /** Returns a valid value for any JSON. */
  readonly parse: (stored: unknown) => Value;
}

/**
 * Creates a store that is persisted in localStorage and synchronized between tabs. `parse` receives the parsed JSON, or
 * null, and must return a valid value.
 */
export function createPersistedStore<Value extends object>(
  key: StoredKey | UnsharedKey,
  parse: (stored: unknown) => Value,
): PersistedStore<Value> {
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
      unstored.setState(without(key), true);
    } catch {
      // Without storage, the value lasts until the page is closed.
      unstored.setState([...without(key), key], true);
    }
  });
  return Object.assign(store, { parse });
}

/** Returns the text that this device stores, without the code that reads it. Null if there is none, or no storage. */
export function storedText(key: StoredKey | UnsharedKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function load(key: StoredKey | UnsharedKey): unknown {
  try {
    return JSON.parse(storedText(key) ?? 'null');
  } catch {
    return null;
  }
}
