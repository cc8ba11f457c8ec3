import { expect, test } from 'vitest';
import { createBars } from '#web/chart/bars/bars.ts';
import { visibleTimeRange } from './visible-rows.ts';

function answerOf(times: readonly number[], interval: 'tick' | '1m') {
  const bars = { ...createBars(times.length), time: Float64Array.from(times) };
  return { id: 1, asked: interval, interval, group: 1, bars, averages: [], ticks: 0, took: 0 };
}

test('the bars in sight last until the next one begins, the newest one goes on', () => {
  const answer = answerOf([60, 120, 180], '1m');
  expect(visibleTimeRange(answer, { from: 0.2, to: 1.9 })).toEqual({ from: 120_000, until: 180_000 });
  expect(visibleTimeRange(answer, { from: -9, to: 9 })).toEqual({
    from: 60_000,
    until: Number.POSITIVE_INFINITY,
  });
  expect(visibleTimeRange(answer, { from: 5, to: 9 })).toBeUndefined();
});

test('ticks of one second, drawn a thousandth apart, are seen together', () => {
  const answer = answerOf([60, 60.001, 60.002, 61], 'tick');
  expect(visibleTimeRange(answer, { from: 1, to: 2 })).toEqual({ from: 60_000, until: 61_000 });
});
