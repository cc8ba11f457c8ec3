import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPersistedStore, unstored } from './persisted-store.ts';

type Listener = (event: { readonly key: string; readonly newValue?: string }) => void;

/** Stubs localStorage and its events from other tabs. */
function stubStorage(items = new Map<string, string>()) {
  const listeners: Listener[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => void listeners.push(listener));
  return { items, changeInOtherTab: (key: string) => listeners.map((listener) => listener({ key })) };
}

const modules = {
  'jetscope.colours': async () => (await import('./preferences.ts')).useColorPair,
  'jetscope.screens': async () => (await import('#web/screener/saved-screens.ts')).useSavedScreens,
  'jetscope.table': async () => (await import('#web/list/table-layout.ts')).useTableLayout,
  'jetscope.watchlist': async () => (await import('#web/list/watchlist.ts')).useWatchlist,
  'jetscope.filters': async () => (await import('#web/screener/use-filter-panel.ts')).useFilterPanel,
  'jetscope.live': async () => (await import('./preferences.ts')).useLiveUpdates,
  'jetscope.alerts': async () => (await import('#web/alerts/alerts.ts')).useAlerts,
  'jetscope.alert-states': async () => (await import('#web/alerts/alerts.ts')).useAlertStates,
  'jetscope.alert-history': async () => (await import('#web/alerts/alerts.ts')).useAlertHistory,
};
const keys = [
  'jetscope.colours',
  'jetscope.screens',
  'jetscope.table',
  'jetscope.watchlist',
  'jetscope.filters',
  'jetscope.live',
  'jetscope.alerts',
  'jetscope.alert-states',
  'jetscope.alert-history',
] as const;

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const number = (stored: unknown) => ({ count: typeof stored === 'number' ? stored : 0 });

test('follows changes in other tabs without writing them again', () => {
  const { items, changeInOtherTab } = stubStorage(new Map([['jetscope.live', '5']]));
  const store = createPersistedStore('jetscope.live', number);
  expect(store.getState().count).toBe(5);
  items.set('jetscope.live', '7');
  changeInOtherTab('another');
  expect(store.getState().count).toBe(5);
  changeInOtherTab('jetscope.live');
  expect(store.getState().count).toBe(7);
  expect(items.get('jetscope.live')).toBe('7');
  store.setState({ count: 8 });
  expect(items.get('jetscope.live')).toBe('{"count":8}');
});

test('without storage, the value lasts until the page is closed, and the key is reported', () => {
  const { items } = stubStorage();
  const working = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  // Tests of other files may have left keys in this process.
  unstored.setState([], true);
  const store = createPersistedStore('jetscope.live', number);
  store.setState({ count: 3 });
  expect(store.getState().count).toBe(3);
  expect(unstored.getState()).toEqual(['jetscope.live']);
  vi.stubGlobal('localStorage', working);
  store.setState({ count: 4 });
  expect(unstored.getState()).toEqual([]);
  expect(items.get('jetscope.live')).toBe('{"count":4}');
});

test('ignores a column list with duplicates and keeps the other settings', async () => {
  stubStorage(new Map([['jetscope.table', '{"columns":["price","price"],"density":"comfortable"}']]));
  const { columns, density } = (await modules['jetscope.table']()).getState();
  expect([columns, density]).toEqual([undefined, 'comfortable']);
});

test('keeps what valid alerts have seen beside an invalid one', async () => {
  const valid = { type: 'trade', evaluatedAt: 1, seen: ['a'] };
  const states = { one: valid, other: { ...valid, seen: 'a' } };
  stubStorage(new Map([['jetscope.alert-states', JSON.stringify({ states })]]));
  expect((await modules['jetscope.alert-states']()).getState().states).toEqual({ one: valid });
});

describe.each(keys)('%s', (key) => {
  test('any stored text gives a valid state', async () => {
    stubStorage();
    const defaults = JSON.stringify((await modules[key]()).getInitialState());
    const shapes = Object.keys(JSON.parse(defaults));
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .dictionary(fc.constantFrom(...shapes, '__proto__'), fc.jsonValue())
        .map((value) => JSON.stringify(value)),
      fc.constantFrom('null', '[]', '{"__proto__":{"pair":"x"}}', '"x"', '{', defaults),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        vi.resetModules();
        stubStorage(new Map([[key, text]]));
        const state = (await modules[key]()).getState();
        expect(Object.keys(state).filter((name) => !shapes.includes(name) && name !== 'columns')).toEqual([]);
        // Loading the state again gives the same state.
        vi.resetModules();
        stubStorage(new Map([[key, JSON.stringify(state)]]));
        expect(JSON.stringify((await modules[key]()).getState())).toBe(JSON.stringify(state));
      }),
      { numRuns: 30 },
    );
  });
});
