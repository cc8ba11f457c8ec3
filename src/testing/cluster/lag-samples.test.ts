import { expect, test } from 'vitest';
import { longestPause } from './lag-samples.ts';

/** Samples every second, whose lags are those of each feed. */
function samplesOf(lags: Record<string, readonly number[]>) {
  const [first = []] = Object.values(lags);
  return first.map((_, second) => ({
    at: second * 1000,
    lags: new Map(Object.entries(lags).map(([name, values]) => [name, values[second] ?? 0])),
  }));
}

test('the longest pause is the longest time in which the lag of a feed only grew', () => {
  const samples = samplesOf({ a: [1, 2, 3, 4, 5, 6, 1, 2, 3], b: [1, 2, 1, 2, 1, 2, 1, 2, 1] });
  expect(longestPause(samples)).toBe(6);
});

test('reading an old range counts as progress', () => {
  expect(longestPause(samplesOf({ a: [20, 18, 16, 14, 12, 10] }))).toBe(1);
});

test('rounded lags do not count as progress', () => {
  expect(longestPause(samplesOf({ a: [1, 2, 2, 4, 4, 6, 6, 8] }))).toBe(7);
});

test('a pause at the end counts', () => {
  expect(longestPause(samplesOf({ a: [0, 0, 0, 1, 2, 3, 4, 5] }))).toBeGreaterThanOrEqual(5);
});
