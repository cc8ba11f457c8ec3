import { expect, test } from 'vitest';
import type { BarResult } from './bar-messages.ts';
import { createBars } from './bars.ts';
import type { BarInterval } from './intervals.ts';
import { emptyText, requestedBars, visibleRangeOf } from './requested-range.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Bars at these hours, each with a tick. */
function answerAt(hours: readonly number[], interval: BarInterval = '1h'): BarResult {
  const time = Float64Array.from(hours, (hour) => hour * HOUR);
  const bars = { ...createBars(hours.length), time, count: new Float64Array(hours.length).fill(1) };
  return { id: 1, asked: interval, interval, group: 1, bars, averages: [], ticks: hours.length, took: 0 };
}

const feed = { isLoading: false, isComplete: false, oldest: 0, newest: 100 * HOUR * 1000, fault: undefined };
const seen = { from: -1, to: 200 };

test('of the last day nothing older is told, also where the chart shows the bar before it', () => {
  const answer = answerAt([50, 75, 80, 100]);
  const at = (asked: '24h' | 'all' | undefined) => requestedBars({ answer, asked, feed, seen });
  expect(at('24h')).toEqual({ from: 2, to: 3 });
  expect(at('all')).toEqual({ from: 0, to: 3 });
  expect(at(undefined)).toBe(seen);
});

test('a stretch ends before its end', () => {
  const answer = answerAt([23, 24, 30, 47, 48]);
  expect(requestedBars({ answer, asked: { from: DAY, to: 2 * DAY }, feed, seen })).toEqual({
    from: 1,
    to: 3,
  });
  const narrow = { from: 1.5, to: 2.5 };
  expect(requestedBars({ answer, asked: { from: DAY, to: 2 * DAY }, feed, seen: narrow })).toEqual(narrow);
});

test('of a bar that is longer than the stretch the one that holds it is told', () => {
  const answer = answerAt([0, 24, 48], '1d');
  const asked = { from: 30 * HOUR, to: 31 * HOUR };
  expect(requestedBars({ answer, asked, feed, seen })).toEqual({ from: 1, to: 1 });
  expect(emptyText({ answer, asked, feed, seen })).toBe('');
});

test('a stretch without ticks says so, and not that nobody ever traded', () => {
  const asked = { from: DAY, to: 2 * DAY };
  const none = { ...feed, oldest: undefined, newest: undefined };
  const text = 'No ticks in this stretch.';
  const shown = { answer: answerAt([20, 50]), asked, feed, seen };
  expect(emptyText(shown)).toBe(text);
  expect(emptyText({ ...shown, answer: answerAt([20, 30, 50]) })).toBe('');
  expect(emptyText({ ...shown, answer: undefined, feed: { ...none, isComplete: true } })).toBe(text);
  expect(emptyText({ ...shown, feed: { ...feed, isLoading: true } })).toBe('');
  expect(
    emptyText({ ...shown, asked: '7d', answer: undefined, feed: { ...none, isComplete: true } }),
  ).toMatch(/^No tick yet/);
});

test('a stretch is where it is, also where it reaches beyond the bars', () => {
  const answer = answerAt([10, 11, 12, 13]);
  expect(visibleRangeOf(answer, { from: 0, to: DAY })).toEqual({ from: -10, to: 14 });
  expect(visibleRangeOf(answer, { from: 10.5 * HOUR, to: 12 * HOUR })).toEqual({ from: 0.5, to: 2 });
  expect(visibleRangeOf(answerAt([10, 11], 'tick'), { from: 0, to: DAY })).toEqual({ from: -1, to: 1 });
});
