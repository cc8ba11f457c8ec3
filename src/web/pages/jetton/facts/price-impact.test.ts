import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatePriceImpact, priceImpactLevel } from './price-impact.ts';

const sums = fc.double({ min: 1, max: 1e15, noNaN: true });

test('matches the formula of a constant-product pool', () => {
  fc.assert(
    fc.property(sums, sums, (marketCap, liquidity) => {
      const [x, y] = [liquidity / 2, liquidity / 2];
      const sold = marketCap * 0.01;
      const received = (y * sold) / (x + sold);
      const impact = estimatePriceImpact(marketCap, liquidity);
      expect(impact?.worth).toBe(sold);
      expect(impact?.loss).toBeCloseTo(1 - received / sold, 9);
      expect(impact?.drop).toBeCloseTo(1 - (y - received) / (x + sold), 9);
    }),
  );
});

test.each([
  [1_000_000, 1_000_000, 0.0196, 'low'],
  [1_000_000, 100_000, 0.1667, 'high'],
  [1_000_000, 1_000, 0.9524, 'extreme'],
  [1_000_000, 0, 1, 'extreme'],
])('market cap %d and liquidity %d: loss %d, %s', (marketCap, liquidity, loss, level) => {
  const impact = estimatePriceImpact(marketCap, liquidity);
  expect(impact?.loss).toBeCloseTo(loss, 4);
  expect(impact && priceImpactLevel(impact)).toBe(level);
});

test.each([
  [0, 1000],
  [Number.NaN, 1000],
  [1000, Number.NaN],
])('market cap %d and liquidity %d: no estimate', (marketCap, liquidity) => {
  expect(estimatePriceImpact(marketCap, liquidity)).toBeUndefined();
});
