import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { MAX_PRICE_LINES } from '#contract/page-links.ts';

const chart = { address: '0:a', poolAddress: '0:b', unit: 'ton' } as const;

/** Loads the module with a stored text. */
async function load(text: string | null = null) {
  const setItem = vi.fn<(key: string, text: string) => void>();
  vi.stubGlobal('localStorage', { getItem: () => text, setItem });
  const lines = await import('./price-levels.ts');
  return { ...lines, saved: () => setItem.mock.lastCall?.[1] ?? null };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('stores the lines of each pool and quote', async () => {
  const { storePriceLevels, storedPriceLevels, saved } = await load();
  storePriceLevels(chart, [1, 2]);
  storePriceLevels({ ...chart, unit: 'usd' }, [3]);
  expect(storedPriceLevels(chart)).toEqual([1, 2]);
  expect(storedPriceLevels({ ...chart, poolAddress: '0:c' })).toEqual([]);
  vi.resetModules();
  const later = await load(saved());
  expect(later.storedPriceLevels(chart)).toEqual([1, 2]);
  later.storePriceLevels(chart, []);
  expect(later.storedPriceLevels(chart)).toEqual([]);
  expect(later.storedPriceLevels({ ...chart, unit: 'usd' })).toEqual([3]);
});

test('forgets the charts that were changed first', async () => {
  const { storePriceLevels, storedPriceLevels } = await load();
  for (let index = 0; index <= 200; index += 1)
    storePriceLevels({ ...chart, address: `0:${index}` }, [index + 1]);
  expect(storedPriceLevels({ ...chart, address: '0:0' })).toEqual([]);
  expect(storedPriceLevels({ ...chart, address: '0:1' })).toEqual([2]);
});

test.each([
  ['{'],
  ['[]'],
  ['{"charts":{"0:a 0:b ton":[-1,0,null]}}'],
  ['{"charts":{"0:a 0:b ton":"1"}}'],
  ['{"charts":{"__proto__":[1]}}'],
])('ignores the invalid text %s', async (text) => {
  const { storedPriceLevels } = await load(text);
  expect(storedPriceLevels(chart)).toEqual([]);
});

test('limits the stored lines as links are limited', async () => {
  const prices = Array.from({ length: 30 }, (_, index) => index + 1);
  const { storedPriceLevels } = await load(JSON.stringify({ charts: { '0:a 0:b ton': prices } }));
  expect(storedPriceLevels(chart)).toHaveLength(MAX_PRICE_LINES);
});

const [jetton = '', pool = ''] = ['a', 'b'].map((digit) => `0:${digit.repeat(64)}`);
const path = { address: toUserFriendly(jetton), poolAddress: toUserFriendly(pool) };

test.each([
  [{}, undefined],
  [{ quote: 'usd', range: '30d' }, undefined],
  // In any order.
  [{ range: '30d', quote: 'usd' }, undefined],
  [{ quote: 'yen', colour: 'red' }, {}],
])('replaces the query %j of a link with %j', async (search, expected) => {
  const { canonicalPoolLink } = await load();
  expect(canonicalPoolLink({ ...path, search })).toEqual(expected && { ...path, search: expected });
});

test('replaces a link without lines by one with the stored ones', async () => {
  const { canonicalPoolLink, storePriceLevels } = await load();
  storePriceLevels({ address: jetton, poolAddress: pool, unit: 'usd' }, [1.5]);
  const stored = canonicalPoolLink({ ...path, address: jetton, search: { quote: 'usd' } });
  expect(stored).toMatchObject({ ...path, search: { quote: 'usd', line: ['1.5'] } });
  expect(canonicalPoolLink({ ...path, search: stored?.search ?? {} })).toBeUndefined();
  expect(canonicalPoolLink({ ...path, search: { quote: 'usd', line: '2' } })).toBeUndefined();
  expect(canonicalPoolLink({ ...path, search: { quote: 'ton' } })).toBeUndefined();
  storePriceLevels({ address: jetton, poolAddress: pool, unit: 'mcap' }, [150_000]);
  const cap = canonicalPoolLink({ ...path, search: { axis: 'mcap' } });
  expect(cap?.search).toEqual({ quote: 'usd', axis: 'mcap', line: ['150000'] });
});
