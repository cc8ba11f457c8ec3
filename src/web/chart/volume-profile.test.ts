import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { amountFromDecimal } from '#contract/amount.ts';
import { barResult, column } from '#testing/components/responses.ts';
import { createBars } from './bars/bars.ts';
import type { ChartSession } from './chart-session.ts';
import { defaultView } from './chart-view.ts';
import { estimatedRows, profileRange, visibleProfile } from './volume-profile.ts';

interface Bar {
  readonly low: number;
  readonly high: number;
  readonly isUp: boolean;
  readonly volume: number;
}

function barsOf(list: readonly Bar[]) {
  const bars = createBars(list.length);
  for (const [index, { low, high, isUp, volume }] of list.entries()) {
    bars.low[index] = low;
    bars.high[index] = high;
    bars.open[index] = isUp ? low : high;
    bars.close[index] = isUp ? high : low;
    bars.volume[index] = volume;
  }
  return bars;
}

const bar: fc.Arbitrary<Bar> = fc
  .record({
    prices: fc.tuple(fc.integer({ min: 10, max: 90 }), fc.integer({ min: 10, max: 90 })),
    isUp: fc.boolean(),
    volume: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ prices, ...rest }) => ({ low: Math.min(...prices), high: Math.max(...prices), ...rest }));
const inner = fc.uniqueArray(fc.integer({ min: 11, max: 89 }), { maxLength: 10 });

test('rows contain all of the volume once, by direction, and the value area at least 70% around the peak', () => {
  fc.assert(
    fc.property(fc.array(bar, { minLength: 1, maxLength: 30 }), inner, (list, between) => {
      const edges = [10, ...between.sort((a, b) => a - b), 90];
      const bars = barsOf(list);
      const profile = estimatedRows(bars, { from: -0.5, to: list.length + 3 }, edges, bars.volume);
      const sumOf = (some: readonly Bar[]) => some.reduce((sum, { volume }) => sum + volume, 0);
      const { rows, peak, valueArea } = profile ?? { rows: [], peak: 0, valueArea: [0, 0] };
      const flat = ({ low, high, isUp }: Bar) => isUp || low === high;
      expect(rows.reduce((sum, { up }) => sum + up, 0)).toBeCloseTo(sumOf(list.filter(flat)), 6);
      expect(rows.reduce((sum, { down }) => sum + down, 0)).toBeCloseTo(
        sumOf(list.filter((one) => !flat(one))),
        6,
      );
      const totals = rows.map(({ up, down }) => up + down);
      expect(totals[peak]).toBe(Math.max(...totals));
      const area = totals.slice(valueArea[0], valueArea[1] + 1).reduce((sum, total) => sum + total, 0);
      expect(area).toBeGreaterThanOrEqual(sumOf(list) * 0.7 - 1e-6);
      expect(peak).toBeGreaterThanOrEqual(valueArea[0]);
      expect(peak).toBeLessThanOrEqual(valueArea[1]);
    }),
  );
});

test('only visible bars count, and those without swaps do not', () => {
  const bars = barsOf([
    { low: 10, high: 20, isUp: true, volume: 5 },
    { low: 10, high: 20, isUp: true, volume: 8 },
    { low: Number.NaN, high: Number.NaN, isUp: true, volume: 0 },
    { low: 10, high: 30, isUp: false, volume: 4 },
  ]);
  const rowsOf = (from: number, to: number) =>
    estimatedRows(bars, { from, to }, [10, 20, 30], bars.volume)?.rows.map(({ up, down }) => [up, down]);
  expect(rowsOf(0.5, 1.5)).toEqual([
    [8, 0],
    [0, 0],
  ]);
  expect(rowsOf(1, 9)).toEqual([
    [8, 2],
    [0, 2],
  ]);
  expect(rowsOf(2, 2)).toBeUndefined();
});

/** A session with two hourly bars, of which a profile only reads the state. */
function sessionOf(lowest: number, highest: number): ChartSession {
  const prices = {
    low: column(lowest, lowest),
    high: column(lowest, highest),
    close: column(lowest, highest),
  };
  const result = barResult({ time: column(0, 3600), open: prices.low, ...prices, count: column(1, 2) });
  const state = createStore(() => ({ result, visible: { from: -0.5, to: 4 } }));
  return { state } as unknown as ChartSession;
}

const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });

test('a range contains its prices, and little more', () => {
  fc.assert(
    fc.property(price, price, (a, b) => {
      const [lowest, highest] = [Math.min(a, b), Math.max(a, b)];
      const { low = 0, high = 0 } = profileRange(sessionOf(lowest, highest), defaultView) ?? {};
      expect(low).toBeGreaterThan(0);
      expect(low).toBeLessThanOrEqual(lowest);
      expect(high).toBeGreaterThanOrEqual(highest);
      expect(high).toBeGreaterThan(low);
      expect(high - low).toBeLessThanOrEqual((highest - lowest) * 1.0021 + highest * 3e-6);
    }),
  );
});

test('exact rows are shown instead of the estimate while the prices of the rows are the same', () => {
  const session = sessionOf(1, 3);
  const range = profileRange(session, defaultView);
  expect(range).toEqual({
    from: 0,
    to: 7_200_000,
    unit: 'counterpart',
    low: 1,
    high: 3,
    division: 'linear',
    newestSwaps: 2,
  });
  if (!range) return;
  const amounts = {
    from: amountFromDecimal('1'),
    to: amountFromDecimal('3'),
    bought: amountFromDecimal('20'),
    sold: amountFromDecimal('5.5'),
  };
  const rows = [{ ...amounts, buys: 2, sells: 1 }];
  const shown = (changes: Partial<typeof range>, view = defaultView) => {
    const profile = visibleProfile(session, view, { range: { ...range, ...changes }, rows, supply: 1 });
    return profile?.isEstimate ? 'estimate' : profile?.rows;
  };
  expect(shown({})).toEqual([{ from: 1, to: 3, up: 20, down: 5.5 }]);
  expect(shown({ to: 3_600_000 })).toEqual(shown({}));
  expect(shown({}, { ...defaultView, activity: 'swaps' })).toEqual([{ from: 1, to: 3, up: 2, down: 1 }]);
  expect(visibleProfile(session, defaultView, { range, rows, supply: 2 })?.rows).toEqual([
    { from: 2, to: 6, up: 20, down: 5.5 },
  ]);
  expect(shown({ low: 0.9 })).toBe('estimate');
  expect(shown({ unit: 'usd' })).toBe('estimate');
  expect(shown({}, { ...defaultView, scale: 'log' })).toBe('estimate');
  expect(visibleProfile(session, defaultView, undefined)).toMatchObject({
    isEstimate: true,
    countsSwaps: true,
  });
});
