import { assert, double, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { boundedRange, indexAt, windowAround } from './bar-window.ts';
import { createBars } from './bars.ts';

const cases = integer({ min: 1, max: 1_000_000 }).chain((length) =>
  tuple(integer({ min: -500, max: length }), integer({ min: 1, max: 2_800 })).map(([from, width]) => ({
    length,
    visible: { from, to: from + width },
  })),
);

test('the window contains all visible bars and is small', () => {
  assert(
    property(cases, ({ length, visible }) => {
      const { from, to } = windowAround(length, visible);
      expect(from).toBeLessThanOrEqual(Math.max(visible.from, 0));
      expect(to).toBeGreaterThanOrEqual(Math.min(visible.to, length));
      expect(to - from).toBeLessThanOrEqual(6_000);
    }),
  );
});

test('the window stays while it has enough margin and moves before its end is visible', () => {
  assert(
    property(cases, integer({ min: 1, max: 300 }), ({ length, visible }, step) => {
      let window = windowAround(length, visible);
      let moves = 0;
      const width = visible.to - visible.from;
      for (let from = Math.min(visible.from, length - 1); from > 0; from -= step * 40) {
        const next = windowAround(length, { from, to: from + width }, window);
        if (next !== window) moves += 1;
        window = next;
        expect(window.from).toBeLessThanOrEqual(from);
      }
      expect(moves).toBeLessThanOrEqual(Math.ceil(length / 500) + 1);
    }),
  );
});

test('finds the bar that contains a time', () => {
  const bars = { ...createBars(3), time: Float64Array.of(60, 120, 300) };
  expect([59, 60, 119, 120, 299, 1000].map((second) => indexAt(bars, second))).toEqual([-1, 0, 0, 1, 1, 2]);
});

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
