import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** When `count` calls that all want to start at 0 do so. */
function startsOf(perSecond: number, count: number): number[] {
  const pace = createPace(perSecond);
  const starts: number[] = [];
  for (let now = 0; starts.length < count; ) {
    const wait = pace.wait(now);
    now += wait;
    if (wait > 0) continue;
    pace.start(now);
    starts.push(now);
  }
  return starts;
}

test.each([
  [3, [0, 0, 0, 1100, 1100, 1100, 2200]],
  [1, [0, 1100, 2200]],
  [0.5, [0, 2200, 4400]],
])('at %d a second calls start at %j', (perSecond, starts) => {
  expect(startsOf(perSecond, starts.length)).toEqual(starts);
});

test('who waited long enough starts at once', () => {
  const pace = createPace(1);
  pace.start(0);
  expect(pace.wait(1000)).toBe(100);
  expect(pace.wait(5000)).toBe(0);
});

test('no second has more starts than were asked for, whenever calls come', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perSecond, waits) => {
      const pace = createPace(perSecond);
      const starts: number[] = [];
      let now = 0;
      for (const gap of waits) {
        now += gap;
        now += pace.wait(now);
        pace.start(now);
        starts.push(now);
      }
      for (const start of starts)
        expect(starts.filter((other) => other >= start && other < start + 1000).length).toBeLessThanOrEqual(
          perSecond,
        );
    }),
  );
});

test('a refusal quarters the pace down to one a second; quiet doubles it until it is what it was', () => {
  const pace = createPace(20);
  const burst = (now: number) => {
    let count = 0;
    for (; pace.wait(now) === 0; count += 1) pace.start(now);
    return count;
  };
  expect(burst(0)).toBe(20);
  pace.slower(0);
  expect(pace.isSlowed).toBe(true);
  expect(burst(5000)).toBe(5);
  pace.slower(5000);
  pace.slower(5000);
  pace.slower(5000);
  expect(burst(9000)).toBe(1);
  expect([20_000, 30_000, 40_000, 50_000, 60_000, 70_000].map(burst)).toEqual([2, 4, 8, 16, 20, 20]);
  expect(pace.isSlowed).toBe(false);
});

test('a pace under one a second is not made faster by a refusal', () => {
  const pace = createPace(0.5);
  pace.slower(0);
  pace.start(0);
  expect(pace.wait(0)).toBe(2200);
});

test('what started before it slowed down counts in the same second', () => {
  const pace = createPace(5);
  for (let call = 0; call < 5; call += 1) pace.start(0);
  pace.slower(100);
  expect(pace.wait(100)).toBeGreaterThanOrEqual(900);
});
