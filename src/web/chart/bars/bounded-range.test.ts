import { assert, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { boundedRange } from './bounded-range.ts';

const complete = { length: 100, fillableShare: 0 };
const previous = { from: 0, to: 50 };

test('ends at the first bar and shortly after the newest one', () => {
  expect(boundedRange({ from: -30, to: 20 }, previous, complete)).toEqual({ from: -1, to: 49 });
  expect(boundedRange({ from: 80, to: 130 }, previous, complete)).toEqual({ from: 52, to: 102 });
  expect(boundedRange({ from: 10, to: 60 }, previous, complete)).toEqual({ from: 10, to: 60 });
});

test('zooming out ends when all bars are visible', () => {
  expect(boundedRange({ from: -500, to: 80 }, previous, complete)).toEqual({ from: -1, to: 102 });
});

test('leaves space for older bars while there are some', () => {
  const bounds = { length: 100, fillableShare: 0.5 };
  expect(boundedRange({ from: -90, to: 10 }, previous, bounds)).toEqual({ from: -51, to: 49 });
});

test('empty space that was requested by a link stays, but does not grow', () => {
  const empty = { from: -40, to: -10 };
  expect(boundedRange({ from: -60, to: -30 }, empty, complete)).toEqual(empty);
});

test('ranges are within the bounds and not wider than requested', () => {
  const ranges = record({
    from: double({ min: -1e5, max: 1e5, noNaN: true }),
    width: integer({ min: 5, max: 3_000 }),
  });
  assert(
    property(ranges, ranges, integer({ min: 1, max: 10_000 }), (one, other, length) => {
      const before = { from: other.from, to: other.from + other.width };
      const requested = { from: one.from, to: one.from + one.width };
      const { from, to } = boundedRange(requested, before, { length, fillableShare: 0 });
      expect(from).toBeGreaterThanOrEqual(Math.min(-1, before.from) - 1e-6);
      expect(to).toBeLessThanOrEqual(Math.max(length + 2, before.to) + 1e-6);
      expect(to - from).toBeLessThanOrEqual(one.width + 1e-6);
    }),
  );
});
