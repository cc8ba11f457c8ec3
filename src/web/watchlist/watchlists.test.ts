import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanName } from '#web/kit/device/names.ts';
import type { NamedWatchlist } from './watchlists.ts';

const addressAt = (index: number) => `0:${index.toString(16).padStart(64, '0')}`;
const [a, b, c] = [addressAt(1), addressAt(2), addressAt(3)];

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const { toggleWatchlist } = await import('#web/list/watchlist.ts');
  return { ...(await import('./watchlists.ts')), toggleWatchlist };
}

test('stars change the open list only', async () => {
  const { createList, openList, readLists, toggleWatchlist } = await load();
  toggleWatchlist(a);
  expect(createList('Memes')).toBeUndefined();
  toggleWatchlist(b);
  expect(readLists()).toEqual({
    open: 'Memes',
    lists: [
      { name: 'Memes', addresses: [b] },
      { name: 'Watchlist', addresses: [a] },
    ],
  });
  openList('Watchlist');
  toggleWatchlist(a);
  expect(readLists().lists.map(({ addresses }) => addresses)).toEqual([[b], []]);
});

test('names of lists differ', async () => {
  const { createList, newListName, readLists, renameList } = await load();
  createList('Memes', [a]);
  expect(createList('Memes')).toBe('exists');
  expect(renameList('Memes', 'Watchlist')).toBe('exists');
  expect(renameList('Memes', 'Dogs')).toBeUndefined();
  expect(readLists().open).toBe('Dogs');
  expect([newListName('Dogs'), newListName('Cats')]).toEqual(['Dogs 2', 'Cats']);
});

test('stored lists are read one by one', async () => {
  const stored = {
    name: 'Open',
    others: [
      { name: 'Good', addresses: [a, 'nonsense', b, a] },
      { name: `${'x'.repeat(49)}\uD83D 2`, addresses: [c] },
      { name: ' ', addresses: [a] },
      { name: 'Open', addresses: [a] },
      null,
      { name: 'No addresses' },
    ],
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'jetscope.watchlists' ? JSON.stringify(stored) : null),
  });
  const { readLists } = await load();
  expect(readLists()).toEqual({
    open: 'Open',
    lists: [
      { name: 'Good', addresses: [a, b] },
      { name: 'No addresses', addresses: [] },
      { name: 'Open', addresses: [] },
      { name: `${'x'.repeat(49)}\uFFFD 2`, addresses: [c] },
    ],
  });
});

test('new names are valid, also if a long one is taken', async () => {
  const { createList, newListName } = await load();
  const name = `${'x'.repeat(49)}🐶bc`;
  createList(name);
  expect(newListName(name)).toBe(`${'x'.repeat(49)}🐶 2`);
  const letter = fc.constantFrom('x', '🐶', ' ', 'é', '\u0301', '👩🏽‍🚀');
  const text = fc.string({ unit: letter, minLength: 40, maxLength: 60 });
  fc.assert(
    fc.property(text, (wanted) => {
      createList(cleanName(wanted) ?? 'List');
      const found = newListName(cleanName(wanted));
      expect(cleanName(found)).toBe(found);
    }),
  );
});

test('removing the open list opens another, and the change can be undone', async () => {
  const { createList, readLists, removeList, setLists } = await load();
  createList('Memes', [a]);
  const before = readLists();
  removeList('Memes');
  expect(readLists()).toEqual({ open: 'Watchlist', lists: [{ name: 'Watchlist', addresses: [] }] });
  setLists(before);
  expect(readLists()).toEqual(before);
  removeList('Memes');
  removeList('Watchlist');
  expect(readLists().lists).toEqual([{ name: 'Watchlist', addresses: [] }]);
});

test('imported lists are added, and extend those with the same name', async () => {
  const { createList, importLists, MAX_LISTS, readLists } = await load();
  createList('Memes', [a, b]);
  const imported = importLists([
    { name: 'Memes', addresses: [c, a] },
    { name: 'Dogs', addresses: [c] },
  ]);
  expect(imported).toEqual({ added: 1, extended: 1, skipped: 0 });
  expect(readLists().lists.slice(0, 2)).toEqual([
    { name: 'Dogs', addresses: [c] },
    { name: 'Memes', addresses: [a, b, c] },
  ]);
  const many = Array.from({ length: MAX_LISTS }, (_, index) => ({ name: `List ${index}`, addresses: [] }));
  expect(importLists(many)).toEqual({ added: MAX_LISTS - 3, extended: 0, skipped: 3 });
});

test('exporting and importing lists are inverse, and invalid files are rejected as a whole', async () => {
  const { parseLists, serializeLists } = await load();
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => cleanName(text) ?? 'List');
  const addresses = fc.uniqueArray(fc.nat(1000).map(addressAt), { maxLength: 5 });
  const lists = fc.uniqueArray(fc.record({ name, addresses }), {
    selector: (list) => list.name,
    maxLength: 8,
  });
  fc.assert(
    fc.property(lists, (all) => {
      expect(parseLists(serializeLists(all))).toEqual(all);
    }),
  );
  const broken: NamedWatchlist[][] = [
    [{ name: 'A', addresses: ['nonsense'] }],
    [{ name: ' A', addresses: [] }],
    [
      { name: 'A', addresses: [] },
      { name: 'A', addresses: [] },
    ],
  ];
  for (const lists of broken)
    expect(parseLists(JSON.stringify({ format: 'jetscope watchlists', version: 1, lists }))).toBeUndefined();
  for (const text of ['', '[]', '{"format":"jetscope screens","version":1,"screens":[]}'])
    expect(parseLists(text)).toBeUndefined();
});

test('jettons move within the open list', async () => {
  const { createList, moveInList, readLists } = await load();
  createList('Memes', [a, b, c]);
  const order = () => readLists().lists[0]?.addresses;
  moveInList(c, -1);
  expect(order()).toEqual([a, c, b]);
  moveInList(a, -1);
  moveInList(b, 1);
  moveInList(addressAt(9), 1);
  expect(order()).toEqual([a, c, b]);
  moveInList(a, 1);
  expect(order()).toEqual([c, a, b]);
});
