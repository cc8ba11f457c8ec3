import { assert, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { indexAt, windowAround } from './bar-window.ts';
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
