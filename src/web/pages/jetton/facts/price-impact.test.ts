import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saleOf, verdictOf } from './price-impact.ts';

const sums = fc.double({ min: 1, max: 1e15, noNaN: true });

test('is what a pool of constant product pays', () => {
  fc.assert(
    fc.property(sums, sums, (marketCap, liquidity) => {
      const [x, y] = [liquidity / 2, liquidity / 2];
      const sold = marketCap * 0.01;
      const got = (y * sold) / (x + sold);
      const sale = saleOf(marketCap, liquidity);
      expect(sale?.worth).toBe(sold);
      expect(sale?.loss).toBeCloseTo(1 - got / sold, 9);
      expect(sale?.fall).toBeCloseTo(1 - (y - got) / (x + sold), 9);
    }),
  );
});

test.each([
  [1_000_000, 1_000_000, 0.0196, 'Yes'],
  [1_000_000, 100_000, 0.1667, 'At a loss'],
  [1_000_000, 1_000, 0.9524, 'Hardly'],
  [1_000_000, 0, 1, 'Hardly'],
])('a market cap of %d against %d of liquidity', (marketCap, liquidity, loss, verdict) => {
  const sale = saleOf(marketCap, liquidity);
  expect(sale?.loss).toBeCloseTo(loss, 4);
  expect(sale && verdictOf(sale)).toBe(verdict);
});

test.each([
  [0, 1000],
  [Number.NaN, 1000],
  [1000, Number.NaN],
])('of %d against %d nothing is known', (marketCap, liquidity) => {
  expect(saleOf(marketCap, liquidity)).toBeUndefined();
});
