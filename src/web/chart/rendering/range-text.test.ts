import { expect, test } from 'vitest';
import { rangeText } from './range-text.ts';

const bars = {
  length: 4,
  time: Float64Array.of(0, 3600, 7200, 10_800),
  open: Float64Array.of(1, 2, Number.NaN, 3),
  high: Float64Array.of(2, 9, Number.NaN, 4),
  low: Float64Array.of(0.5, 1, Number.NaN, 2),
  close: Float64Array.of(2, 3, Number.NaN, 2.5),
  count: Float64Array.of(1, 2, 0, 1),
};
const result = {
  id: 1,
  requestedInterval: '1h',
  interval: '1h',
  groupSize: 1,
  bars,
  averages: [],
  tickCount: 4,
  durationMs: 0,
} as const;

test('summarises the visible bars with ticks', () => {
  expect(rangeText(result, { from: 0.6, to: 9 }, 'utc', 'TON')).toBe(
    'From 1970-01-01 01:00:00 to 1970-01-01 03:00:00: 2 to 2.5 TON (+25.0%), high 9, low 1, 2 candles of 1h.',
  );
  expect(rangeText(result, { from: -4, to: 0.2 }, 'utc', 'TON')).toContain('1 candle of 1h.');
});

test('is empty without ticks', () => {
  expect(rangeText(result, { from: 1.5, to: 2.5 }, 'utc', 'TON')).toBe('');
});
