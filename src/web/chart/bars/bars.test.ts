import { array, assert, double, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createBars, extremeIndices, groupSizeFor, MAX_BARS, selectBars } from './bars.ts';

const price = option(double({ min: 1e-12, max: 1e9, noNaN: true }), { nil: Number.NaN });

function buildBars(prices: readonly number[]) {
  const column = Float64Array.from(prices);
  const time = column.map((_, index) => index);
  return { ...createBars(prices.length), time, open: column, high: column, low: column, close: column };
}

test('keeps the extremes of every group and the newest bar', () => {
  assert(
    property(
      array(price, { minLength: 1, maxLength: 200 }),
      integer({ min: 1, max: 30 }),
      (prices, group) => {
        const bars = buildBars(prices);
        const selected = selectBars(bars, extremeIndices(bars, group));
        expect(selected.time).toEqual(selected.time.toSorted());
        expect(selected.time.at(-1)).toBe(prices.length - 1);
        expect(selected.length).toBeLessThanOrEqual(Math.ceil(prices.length / group) * 4 + 1);
        for (let from = 0; from < prices.length; from += group) {
          const priced = prices.slice(from, from + group).filter((price) => !Number.isNaN(price));
          const closes = [...selected.close].filter(
            (_, at) => Math.floor((selected.time[at] ?? 0) / group) * group === from,
          );
          if (priced.length === 0) continue;
          expect(closes).toContain(Math.max(...priced));
          expect(closes).toContain(Math.min(...priced));
        }
      },
    ),
  );
});

test('keeps bars that fit and groups the others until they fit', () => {
  expect(groupSizeFor(MAX_BARS - 1)).toBe(1);
  assert(
    property(integer({ min: MAX_BARS, max: 2_000_000 }), (bars) => {
      const group = groupSizeFor(bars);
      expect(Math.ceil(bars / group) * 4).toBeLessThanOrEqual(MAX_BARS);
    }),
  );
});
