import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_PRICE_LINES } from '#contract/page-links.ts';

const chart = { address: '0:a', poolAddress: '0:b', quote: 'ton' } as const;

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
  const { storePriceLines, storedPriceLines, saved } = await load();
  storePriceLines(chart, [1, 2]);
  storePriceLines({ ...chart, quote: 'usd' }, [3]);
  expect(storedPriceLines(chart)).toEqual([1, 2]);
  expect(storedPriceLines({ ...chart, poolAddress: '0:c' })).toEqual([]);
  vi.resetModules();
  const later = await load(saved());
  expect(later.storedPriceLines(chart)).toEqual([1, 2]);
  later.storePriceLines(chart, []);
  expect(later.storedPriceLines(chart)).toEqual([]);
  expect(later.storedPriceLines({ ...chart, quote: 'usd' })).toEqual([3]);
});

test('forgets the charts that were changed first', async () => {
  const { storePriceLines, storedPriceLines } = await load();
  for (let index = 0; index <= 200; index += 1)
    storePriceLines({ ...chart, address: `0:${index}` }, [index + 1]);
  expect(storedPriceLines({ ...chart, address: '0:0' })).toEqual([]);
  expect(storedPriceLines({ ...chart, address: '0:1' })).toEqual([2]);
});

test.each([
  ['{'],
  ['[]'],
  ['{"charts":{"0:a 0:b ton":[-1,0,null]}}'],
  ['{"charts":{"0:a 0:b ton":"1"}}'],
  ['{"charts":{"__proto__":[1]}}'],
])('ignores the invalid text %s', async (text) => {
  const { storedPriceLines } = await load(text);
  expect(storedPriceLines(chart)).toEqual([]);
});

test('limits the stored lines as links are limited', async () => {
  const prices = Array.from({ length: 30 }, (_, index) => index + 1);
  const { storedPriceLines } = await load(JSON.stringify({ charts: { '0:a 0:b ton': prices } }));
  expect(storedPriceLines(chart)).toHaveLength(MAX_PRICE_LINES);
});
