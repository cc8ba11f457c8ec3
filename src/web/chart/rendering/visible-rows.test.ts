import { expect, test } from 'vitest';
import { barResult, column } from '#testing/components/bar-result.ts';
import { barItems, barSummary, visibleTimeRange } from './visible-rows.ts';

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
  const known = { ...result, hasVolumes: true, bars: { ...result.bars, volume: column(5, 12_000, 0, 431) } };
  expect(barSummary(known, { from: 0.6, to: 9 }, 'utc', 'TON')).toContain(
    'low 1, volume 12.4k, 2 candles of 1h.',
  );
  expect(barItems(known, 1, []).volume).toEqual({ name: 'Vol', text: '12.0k' });
  expect(barItems(result, 1, []).volume).toBeUndefined();
});

test('is empty without ticks', () => {
  expect(barSummary(result, { from: 1.5, to: 2.5 }, 'utc', 'TON')).toBe('');
});
