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
const answer = {
  id: 1,
  asked: '1h',
  interval: '1h',
  group: 1,
  bars,
  averages: [],
  ticks: 4,
  took: 0,
} as const;

test('the sentence is of the bars in sight in which somebody traded', () => {
  expect(rangeText(answer, { from: 0.6, to: 9 }, 'utc', 'TON')).toBe(
    'From 1970-01-01 01:00:00 to 1970-01-01 03:00:00: 2 to 2.5 TON (+25.0%), highest 9, lowest 1, 2 bars of 1h.',
  );
  expect(rangeText(answer, { from: -4, to: 0.2 }, 'utc', 'TON')).toContain('1 bar of 1h.');
});

test('of an empty stretch there is nothing to say', () => {
  expect(rangeText(answer, { from: 1.5, to: 2.5 }, 'utc', 'TON')).toBe('');
});
