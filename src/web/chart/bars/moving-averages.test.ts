import { array, assert, double, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { movingAverage } from './moving-averages.ts';

const closes = array(option(double({ min: 1e-9, max: 1e9, noNaN: true }), { nil: Number.NaN }));
const lengths = integer({ min: 1, max: 20 });

test('a simple average is the mean of the last defined closes', () => {
  assert(
    property(closes, lengths, (values, length) => {
      const averages = movingAverage(Float64Array.from(values), { kind: 'sma', length });
      values.forEach((value, index) => {
        const defined = values.slice(0, index + 1).filter((close) => !Number.isNaN(close));
        const last = defined.slice(-length);
        const isDefined = !Number.isNaN(value) && defined.length >= length;
        const expected = isDefined ? last.reduce((sum, close) => sum + close) / length : Number.NaN;
        const rounding = Math.max(...last) * 1e-12;
        expect(averages[index] ?? 0).toSatisfy((average: number) =>
          isDefined ? Math.abs(average - expected) <= rounding : Number.isNaN(average),
        );
      });
    }),
  );
});

test('an exponential average starts as the simple one and has the weight 2 / (length + 1)', () => {
  const averages = movingAverage(Float64Array.of(1, 2, 3, Number.NaN, 7), { kind: 'ema', length: 3 });
  expect(Array.from(averages)).toEqual([Number.NaN, Number.NaN, 2, Number.NaN, 4.5]);
});

test('averages stay within the range of the closes', () => {
  assert(
    property(closes, lengths, (values, length) => {
      const defined = values.filter((value) => !Number.isNaN(value));
      const rounding = Math.max(...defined) * 1e-12;
      for (const average of movingAverage(Float64Array.from(values), { kind: 'ema', length })) {
        if (Number.isNaN(average)) continue;
        expect(average).toBeGreaterThanOrEqual(Math.min(...defined) - rounding);
        expect(average).toBeLessThanOrEqual(Math.max(...defined) + rounding);
      }
    }),
  );
});
