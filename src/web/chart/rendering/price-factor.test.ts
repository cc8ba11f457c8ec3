import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createBars } from '#web/chart/bars/bars.ts';
import { priceFactor } from './price-factor.ts';

function buildBars(...prices: number[]) {
  const column = Float64Array.from(prices);
  return { ...createBars(prices.length), open: column, high: column, low: column, close: column };
}

const factorOf = (...prices: number[]) => priceFactor(buildBars(...prices), { from: 0, to: prices.length });

test.each([
  [[0.9e-12, 1.1e-12], 1e15],
  [[1.1e-12, 1.2e-12], 1e12],
  [[Number.NaN, 0.004, 0], 1e3],
  [[1.5, 2], 1],
  [[1e9], 1],
  [[Number.NaN], 1],
  [[], 1],
])('prices %j have the factor %d', (prices, factor) => {
  expect(factorOf(...prices)).toBe(factor);
});

test('rendered prices are within the limits of the charting library', () => {
  assert(
    property(
      double({ min: 1e-30, max: 1e30, noNaN: true }),
      double({ min: 1, max: 1e6, noNaN: true }),
      (low, times) => {
        const factor = factorOf(low, low * times);
        expect(low * times * factor).toBeLessThan(1.01e12);
        expect(low * factor).toBeGreaterThan(0.99e-3);
      },
    ),
  );
});

test('ignores bars outside the window', () => {
  expect(priceFactor(buildBars(1e-12, 5, 6), { from: 1, to: 3 })).toBe(1);
});
