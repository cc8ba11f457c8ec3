import { array, assert, constant, double, integer, property, tuple, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { createBars } from './bars.ts';
import { alignCloses, forwardFill, spreadPercent } from './overlay-columns.ts';

function selectBars(times: readonly number[], closes: readonly number[]) {
  return { ...createBars(times.length), time: Float64Array.from(times), close: Float64Array.from(closes) };
}

const series = uniqueArray(integer({ min: 0, max: 200 }), { maxLength: 30 }).chain((times) =>
  tuple(
    constant(times.toSorted((a, b) => a - b)),
    array(double({ min: 0.1, max: 10, noNaN: true }), { minLength: times.length, maxLength: times.length }),
  ),
);

test('aligns the last price at or before every bar', () => {
  assert(
    property(series, series, ([times, closes], [otherTimes, otherCloses]) => {
      const aligned = alignCloses(selectBars(times, closes), selectBars(otherTimes, otherCloses));
      times.forEach((time, index) => {
        const otherIndex = otherTimes.findLastIndex((other) => other <= time);
        expect(aligned[index]).toBe(otherIndex < 0 ? Number.NaN : otherCloses[otherIndex]);
      });
    }),
  );
});

test('the spread compares the highest and the lowest known price', () => {
  const columns = [
    Float64Array.of(1, 2, Number.NaN),
    Float64Array.of(1.1, 1, 3),
    Float64Array.of(Number.NaN, 4, Number.NaN),
  ];
  const spread = Array.from(spreadPercent(columns));
  expect(spread[0]).toBeCloseTo(10, 9);
  expect(spread.slice(1)).toEqual([300, Number.NaN]);
});

test('fills gaps with the previous value', () => {
  expect(Array.from(forwardFill(Float64Array.of(Number.NaN, 1, Number.NaN, 2)))).toEqual([
    Number.NaN,
    1,
    1,
    2,
  ]);
});
