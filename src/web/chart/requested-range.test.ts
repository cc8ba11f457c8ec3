import { afterEach, beforeEach, expect, test } from 'vitest';
import { barResult } from '#testing/components/bar-result.ts';
import type { BarResult } from './bars/bar-messages.ts';
import type { BarInterval } from './bars/intervals.ts';
import { daySpan, emptyText, requestedBars, visibleRangeOf } from './requested-range.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Bars with one tick each at these hours. */
function resultAt(hours: readonly number[], interval: BarInterval = '1h'): BarResult {
  const time = Float64Array.from(hours, (hour) => hour * HOUR);
  const count = new Float64Array(hours.length).fill(1);
  return barResult({ time, count }, { interval });
}

const feed = { isLoading: false, isComplete: false, oldest: 0, newest: 100 * HOUR * 1000, error: undefined };
const visible = { from: -1, to: 200 };

test('excludes the bar of context before a named range', () => {
  const result = resultAt([50, 75, 80, 100]);
  const at = (requestedRange: '24h' | 'all' | undefined) =>
    requestedBars({ result, requestedRange, feed, visible });
  expect(at('24h')).toEqual({ from: 2, to: 3 });
  expect(at('all')).toEqual({ from: 0, to: 3 });
  expect(at(undefined)).toBe(visible);
});

test('the end of a span is exclusive', () => {
  const result = resultAt([23, 24, 30, 47, 48]);
  expect(requestedBars({ result, requestedRange: { from: DAY, to: 2 * DAY }, feed, visible })).toEqual({
    from: 1,
    to: 3,
  });
  const narrow = { from: 1.5, to: 2.5 };
  expect(
    requestedBars({ result, requestedRange: { from: DAY, to: 2 * DAY }, feed, visible: narrow }),
  ).toEqual(narrow);
});

test('a span within one bar gives that bar', () => {
  const result = resultAt([0, 24, 48], '1d');
  const requestedRange = { from: 30 * HOUR, to: 31 * HOUR };
  expect(requestedBars({ result, requestedRange, feed, visible })).toEqual({ from: 1, to: 1 });
  expect(emptyText({ result, requestedRange, feed, visible })).toBe('');
});

test('an empty span is not reported as a market without swaps', () => {
  const requestedRange = { from: DAY, to: 2 * DAY };
  const none = { ...feed, oldest: undefined, newest: undefined };
  const text = 'No swaps in this range.';
  const shown = { result: resultAt([20, 50]), requestedRange, feed, visible };
  expect(emptyText(shown)).toBe(text);
  expect(emptyText({ ...shown, result: resultAt([20, 30, 50]) })).toBe('');
  expect(emptyText({ ...shown, result: undefined, feed: { ...none, isComplete: true } })).toBe(text);
  expect(emptyText({ ...shown, feed: { ...feed, isLoading: true } })).toBe('');
  expect(
    emptyText({ ...shown, requestedRange: '7d', result: undefined, feed: { ...none, isComplete: true } }),
  ).toMatch(/^No swaps yet/);
});

test('the position of a span can extend beyond the bars', () => {
  const result = resultAt([10, 11, 12, 13]);
  expect(visibleRangeOf(result, { from: 0, to: DAY })).toEqual({ from: -10, to: 14 });
  expect(visibleRangeOf(result, { from: 10.5 * HOUR, to: 12 * HOUR })).toEqual({ from: 0.5, to: 2 });
  expect(visibleRangeOf(resultAt([10, 11], 'tick'), { from: 0, to: DAY })).toEqual({ from: -1, to: 1 });
});

const before = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const second = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-01-29', 'utc', '2026-01-29T00:00:00Z', '2026-01-30T00:00:00Z'],
  ['2026-01-29', 'local', '2026-01-28T23:00:00Z', '2026-01-29T23:00:00Z'],
  ['2026-03-29', 'local', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
] as const)('%s, %s, lasts from %s to %s', (date, zone, from, to) => {
  expect(daySpan(date, zone)).toEqual({ from: second(from), to: second(to) });
});

test.each(['', '1969-07-20', 'someday'])('rejects %j', (date) => {
  expect(daySpan(date, 'utc')).toBeUndefined();
  expect(daySpan(date, 'local')).toBeUndefined();
});
