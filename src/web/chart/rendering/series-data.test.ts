import { assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barResult, column } from '#testing/components/responses.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { shiftWindow } from '#web/chart/bars/bar-window.ts';
import { createBars } from '#web/chart/bars/bars.ts';
import {
  activityPoints,
  hasSameBarLength,
  isSameRendering,
  linePoints,
  ohlcPoints,
  priceFactor,
  tickPoints,
} from './series-data.ts';
import { barItems, barSummary, downsamplingText, visibleTimeRange } from './visible-rows.ts';

describe('series data', () => {
  test('candles of single swaps start at the previous price, also at the start of a window', () => {
    const prices = column(2, 3, 1);
    const bars = {
      ...createBars(3),
      time: column(10, 20, 30),
      open: prices,
      high: prices,
      low: prices,
      close: prices,
      count: column(1, 1, 1),
    };
    const first = { time: 10, open: 20, high: 20, low: 20, close: 20 };
    const rest = [
      { time: 20, open: 20, high: 30, low: 20, close: 30 },
      { time: 30, open: 30, high: 30, low: 10, close: 10 },
    ];
    expect(tickPoints(bars, { from: 0, to: 3 }, 10)).toEqual([first, ...rest]);
    expect(tickPoints(bars, { from: 1, to: 3 }, 10)).toEqual(rest);
  });

  test('lines leave out unknown values, and are scaled as prices are', () => {
    const bars = { ...createBars(3), time: column(10, 20, 30) };
    expect(linePoints(bars, { from: 0, to: 3 }, column(2, Number.NaN, 3), 10)).toEqual([
      { time: 10, value: 20 },
      { time: 20 },
      { time: 30, value: 30 },
    ]);
  });

  test('volumes have the color of the direction of their bar, and relative heights', () => {
    const bars = {
      ...createBars(4),
      time: column(10, 20, 30, 40),
      open: column(1, 2, 3, 4),
      close: column(2, 1, 3, 5),
      volume: column(1e18, 5e17, Number.NaN, 0),
      incomplete: column(0, 1, 0, 0),
    };
    const colors = (isIncomplete: boolean) =>
      isIncomplete ? { up: 'pale up', down: 'pale down' } : { up: 'up', down: 'down' };
    expect(activityPoints(bars, { from: 0, to: 4 }, bars.volume, colors)).toEqual([
      { time: 10, value: 1, color: 'up' },
      { time: 20, value: 0.5, color: 'pale down' },
      { time: 30 },
      { time: 40 },
    ]);
    const [complete, incomplete] = ohlcPoints(bars, { from: 0, to: 4 }, 1, colors);
    expect(incomplete).toMatchObject({ color: 'pale down', wickColor: 'pale down' });
    expect(complete).not.toHaveProperty('color');
  });

  test('candles of one price have the color of their change since the price before, and count it', () => {
    const prices = column(5, Number.NaN, 4, 4, 6);
    const bars = {
      ...createBars(5),
      time: column(10, 20, 30, 40, 50),
      open: prices,
      high: prices,
      low: prices,
      close: prices,
      volume: column(1, Number.NaN, 1, 1, 1),
      count: column(1, 0, 1, 1, 1),
    };
    const window = { from: 0, to: 5 };
    const colors = () => ({ up: 'up', down: 'down' });
    const colorsOf = (points: readonly object[]) => points.map((point) => Reflect.get(point, 'color'));
    const directions = ['up', undefined, 'down', 'up', 'up'];
    expect(colorsOf(ohlcPoints(bars, window, 1, colors))).toEqual(directions);
    expect(colorsOf(activityPoints(bars, window, bars.volume, colors))).toEqual(directions);
    const result = barResult(bars);
    const changes = [0, 2, 3, 4].map((index) => barItems(result, index, []).change);
    expect(changes).toEqual([0, expect.closeTo(-20), 0, expect.closeTo(50)]);
  });

  const none = { lines: [], spread: undefined };

  /** One bar per minute with the given closes. */
  function resultOf(
    from: number,
    closes: readonly number[],
    averages: readonly Float64Array[] = [],
  ): BarResult {
    const time = Float64Array.from(closes, (_, index) => (from + index) * 60);
    return barResult({ time, close: Float64Array.from(closes) }, { interval: '1m', averages });
  }

  const before = resultOf(10, [1, Number.NaN, 3, 4]);
  const window = { from: 1, to: 4 };

  function isSame(result: BarResult, overlays = none): boolean {
    const moved = shiftWindow(window, before.bars, result.bars);
    return isSameRendering({ result: before, overlays: none, window }, { result, overlays, window: moved });
  }

  test('older bars outside the window change nothing', () => {
    expect(isSame(resultOf(8, [7, 8, 9, Number.NaN, 3, 4]))).toBe(true);
  });

  test('detects a changed bar, interval, moving average and overlay', () => {
    expect(isSame(resultOf(8, [7, 8, 9, Number.NaN, 3, 5]))).toBe(false);
    expect(isSame(resultOf(8, [7, 8, 9, 2, 3, 4]))).toBe(false);
    expect(isSame({ ...before, interval: '5m' })).toBe(false);
    expect(isSame({ ...before, averages: [new Float64Array(4)] })).toBe(false);
    expect(isSame(before, { lines: [], spread: undefined })).toBe(true);
    const line = { lines: [new Float64Array(4)], spread: undefined };
    expect(
      isSameRendering({ result: before, overlays: none, window }, { result: before, overlays: line, window }),
    ).toBe(false);
  });

  test('compares interval and group size', () => {
    expect(hasSameBarLength(before, resultOf(9, [1]))).toBe(true);
    expect(hasSameBarLength(before, { ...before, interval: '5m' })).toBe(false);
    expect(hasSameBarLength(before, { ...before, groupSize: 8 })).toBe(false);
  });

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
});

describe('visible rows', () => {
  test('the visible range ends where the next bar starts; the newest bar is open-ended', () => {
    const result = barResult({ time: column(60, 120, 180) }, { interval: '1m' });
    expect(visibleTimeRange(result, { from: 0.2, to: 1.9 })).toEqual({ from: 120_000, until: 180_000 });
    expect(visibleTimeRange(result, { from: -9, to: 9 })).toEqual({
      from: 60_000,
      until: Number.POSITIVE_INFINITY,
    });
    expect(visibleTimeRange(result, { from: 5, to: 9 })).toBeUndefined();
  });

  test('includes all ticks of the same second', () => {
    const result = barResult({ time: column(60, 60.001, 60.002, 61) }, { interval: 'tick' });
    expect(visibleTimeRange(result, { from: 1, to: 2 })).toEqual({ from: 60_000, until: 61_000 });
  });

  const result = barResult({
    time: column(0, 3600, 7200, 10_800),
    open: column(1, 2, Number.NaN, 3),
    high: column(2, 9, Number.NaN, 4),
    low: column(0.5, 1, Number.NaN, 2),
    close: column(2, 3, Number.NaN, 2.5),
    count: column(1, 2, 0, 1),
  });

  test('summarizes the visible bars with ticks', () => {
    expect(barSummary(result, { from: 0.6, to: 9 }, 'utc', 'TON')).toBe(
      'From 1970-01-01 01:00:00 to 1970-01-01 03:00:00: 2 to 2.5 TON (+25.0%), high 9, low 1, 2 candles of 1h.',
    );
    expect(barSummary(result, { from: -4, to: 0.2 }, 'utc', 'TON')).toContain('1 candle of 1h.');
  });

  test('volumes are summed up and in the legend, if they are known', () => {
    const known = {
      ...result,
      hasVolumes: true,
      bars: { ...result.bars, volume: column(5, 12_000, 0, 431) },
    };
    expect(barSummary(known, { from: 0.6, to: 9 }, 'utc', 'TON')).toContain(
      'low 1, volume 12.4k, 2 candles of 1h.',
    );
    expect(barItems(known, 1, []).volume).toEqual({ name: 'Vol', text: '12.0k' });
    expect(barItems(result, 1, []).volume).toBeUndefined();
  });

  test('the legend of a candle has its four prices, that of a single swap one', () => {
    const namesOf = (bars: BarResult) => {
      const { extremes, close } = barItems(bars, 1, []);
      return [...extremes, close].map(({ name }) => name);
    };
    expect(namesOf(result)).toEqual(['O', 'H', 'L', 'C']);
    expect(namesOf({ ...result, interval: 'tick' })).toEqual(['']);
  });

  test('a note states an interval that was not requested', () => {
    const noteOf = (requestedInterval: BarResult['requestedInterval']) =>
      downsamplingText({ ...result, requestedInterval });
    expect([noteOf('auto'), noteOf('1h')]).toEqual(['', '']);
    expect(noteOf('1m')).toBe('Not all 1m candles fit in this range. Showing 1h candles.');
  });

  test('is empty without ticks', () => {
    expect(barSummary(result, { from: 1.5, to: 2.5 }, 'utc', 'TON')).toBe('');
  });
});
