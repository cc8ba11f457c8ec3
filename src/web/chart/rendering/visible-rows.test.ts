import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/bar-result.ts';
import { visibleTimeRange } from './visible-rows.ts';

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
