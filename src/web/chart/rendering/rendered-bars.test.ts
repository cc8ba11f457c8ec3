import { expect, test } from 'vitest';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { shiftWindow } from '#web/chart/bars/bar-window.ts';
import { createBars } from '#web/chart/bars/bars.ts';
import { hasSameBarLength, isSameRendering } from './rendered-bars.ts';

const none = { lines: [], spread: undefined };

/** A bar a minute; closes as given, NaN too. */
function answerOf(
  from: number,
  closes: readonly number[],
  averages: readonly Float64Array[] = [],
): BarResult {
  const time = Float64Array.from(closes, (_, index) => (from + index) * 60);
  const bars = { ...createBars(closes.length), time, close: Float64Array.from(closes) };
  return { id: 1, asked: '1m', interval: '1m', group: 1, bars, averages, ticks: closes.length, took: 0 };
}

const before = answerOf(10, [1, Number.NaN, 3, 4]);
const window = { from: 1, to: 4 };

function isSame(answer: BarResult, others = none): boolean {
  const moved = shiftWindow(window, before.bars, answer.bars);
  return isSameRendering({ answer: before, others: none, window }, { answer, others, window: moved });
}

test('bars that came before what is drawn change nothing', () => {
  expect(isSame(answerOf(8, [7, 8, 9, Number.NaN, 3, 4]))).toBe(true);
});

test('another bar in the window does, and so does another line', () => {
  expect(isSame(answerOf(8, [7, 8, 9, Number.NaN, 3, 5]))).toBe(false);
  expect(isSame(answerOf(8, [7, 8, 9, 2, 3, 4]))).toBe(false);
  expect(isSame({ ...before, interval: '5m' })).toBe(false);
  expect(isSame({ ...before, averages: [new Float64Array(4)] })).toBe(false);
  expect(isSame(before, { lines: [], spread: undefined })).toBe(true);
  const line = { lines: [new Float64Array(4)], spread: undefined };
  expect(
    isSameRendering({ answer: before, others: none, window }, { answer: before, others: line, window }),
  ).toBe(false);
});

test('bars of another length, or thinned otherwise, are of another measure', () => {
  expect(hasSameBarLength(before, answerOf(9, [1]))).toBe(true);
  expect(hasSameBarLength(before, { ...before, interval: '5m' })).toBe(false);
  expect(hasSameBarLength(before, { ...before, group: 8 })).toBe(false);
});
