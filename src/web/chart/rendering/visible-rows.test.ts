import { expect, test } from 'vitest';
import { createBars } from '#web/chart/bars/bars.ts';
import { visibleTimeRange } from './visible-rows.ts';

function resultOf(times: readonly number[], interval: 'tick' | '1m') {
  const bars = { ...createBars(times.length), time: Float64Array.from(times) };
  return {
    id: 1,
    requestedInterval: interval,
    interval,
    groupSize: 1,
    bars,
    averages: [],
    tickCount: 0,
    durationMs: 0,
  };
}

test('the visible range ends where the next bar starts; the newest bar is open-ended', () => {
  const result = resultOf([60, 120, 180], '1m');
  expect(visibleTimeRange(result, { from: 0.2, to: 1.9 })).toEqual({ from: 120_000, until: 180_000 });
  expect(visibleTimeRange(result, { from: -9, to: 9 })).toEqual({
    from: 60_000,
    until: Number.POSITIVE_INFINITY,
  });
  expect(visibleTimeRange(result, { from: 5, to: 9 })).toBeUndefined();
});

test('includes all ticks of the same second', () => {
  const result = resultOf([60, 60.001, 60.002, 61], 'tick');
  expect(visibleTimeRange(result, { from: 1, to: 2 })).toEqual({ from: 60_000, until: 61_000 });
});
