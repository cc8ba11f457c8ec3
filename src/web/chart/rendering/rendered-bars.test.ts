import { expect, test } from 'vitest';
import { barResult } from '#testing/components/bar-result.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import { shiftWindow } from '#web/chart/bars/bar-window.ts';
import { hasSameBarLength, isSameRendering } from './rendered-bars.ts';

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
