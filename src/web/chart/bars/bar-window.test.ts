import { assert, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { indexAt, windowAround } from './bar-window.ts';
import { createBars } from './bars.ts';

const seenOf = integer({ min: 1, max: 1_000_000 }).chain((length) =>
  tuple(integer({ min: -500, max: length }), integer({ min: 1, max: 2_800 })).map(([from, width]) => ({
    length,
    seen: { from, to: from + width },
  })),
);

test('all bars that are seen are in the window, which is small', () => {
  assert(
    property(seenOf, ({ length, seen }) => {
      const { from, to } = windowAround(length, seen);
      expect(from).toBeLessThanOrEqual(Math.max(seen.from, 0));
      expect(to).toBeGreaterThanOrEqual(Math.min(seen.to, length));
      expect(to - from).toBeLessThanOrEqual(6_000);
    }),
  );
});

test('a window stays while what is seen is well within it, and moves before its end is seen', () => {
  assert(
    property(seenOf, integer({ min: 1, max: 300 }), ({ length, seen }, step) => {
      let window = windowAround(length, seen);
      let moves = 0;
      const width = seen.to - seen.from;
      for (let from = Math.min(seen.from, length - 1); from > 0; from -= step * 40) {
        const next = windowAround(length, { from, to: from + width }, window);
        if (next !== window) moves += 1;
        window = next;
        expect(window.from).toBeLessThanOrEqual(from);
      }
      expect(moves).toBeLessThanOrEqual(Math.ceil(length / 500) + 1);
    }),
  );
});

test('a second is found in the bar that it is in', () => {
  const bars = { ...createBars(3), time: Float64Array.of(60, 120, 300) };
  expect([59, 60, 119, 120, 299, 1000].map((second) => indexAt(bars, second))).toEqual([-1, 0, 0, 1, 1, 2]);
});
