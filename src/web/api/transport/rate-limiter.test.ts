import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const LATENCY = 50;

/** When `count` calls that all want to start at 0 do so, each answered at once or after `latency`. */
function startsOf(perSecond: number, count: number, latency = LATENCY): number[] {
  const pace = createRateLimiter(perSecond);
  const starts: number[] = [];
  for (let now = 0; starts.length < count; ) {
    const wait = pace.delayUntilNext(now);
    if (wait > 0) {
      now += wait;
      continue;
    }
    pace.recordStart(now);
    pace.recordEnd(now, now + latency);
    starts.push(now);
  }
  return starts;
}

test.each([
  [3, [0, 0, 0, 1050, 1050, 1050, 2100]],
  [1, [0, 1050, 2100]],
  [0.5, [0, 2050, 4100]],
])('at %d a second calls start at %j', (perSecond, starts) => {
  expect(startsOf(perSecond, starts.length)).toEqual(starts);
});

test('an answer that does not come is waited for no longer than a second', () => {
  expect(startsOf(1, 3, 30_000)).toEqual([0, 2000, 4000]);
});

test('who waited long enough starts at once', () => {
  const pace = createRateLimiter(1);
  pace.recordStart(0);
  pace.recordEnd(0, LATENCY);
  expect(pace.delayUntilNext(1000)).toBe(LATENCY);
  expect(pace.delayUntilNext(5000)).toBe(0);
});

test('no second has more calls counted than were asked for, whenever they come and however long they are on their way', () => {
  const call = fc.record({
    gap: fc.nat({ max: 700 }),
    there: fc.nat({ max: 900 }),
    back: fc.nat({ max: 900 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(call, { maxLength: 60 }), (perSecond, asked) => {
      const pace = createRateLimiter(perSecond);
      const counted: number[] = [];
      let answers: { readonly startedAt: number; readonly at: number }[] = [];
      let now = 0;
      const goOn = (by: number) => {
        now += by;
        for (const { startedAt, at } of answers.filter((answer) => answer.at <= now))
          pace.recordEnd(startedAt, at);
        answers = answers.filter(({ at }) => at > now);
      };
      for (const { gap, there, back } of asked) {
        goOn(gap);
        while (pace.delayUntilNext(now) > 0)
          goOn(Math.min(pace.delayUntilNext(now), ...answers.map(({ at }) => at - now)));
        pace.recordStart(now);
        answers.push({ startedAt: now, at: now + there + back });
        counted.push(now + there);
      }
      for (const moment of counted)
        expect(
          counted.filter((other) => other >= moment && other < moment + 1000).length,
        ).toBeLessThanOrEqual(perSecond);
    }),
  );
});

test('a refusal quarters the pace down to one a second; quiet doubles it until it is what it was', () => {
  const pace = createRateLimiter(20);
  const burst = (now: number) => {
    let count = 0;
    for (; pace.delayUntilNext(now) === 0; count += 1) {
      pace.recordStart(now);
      pace.recordEnd(now, now);
    }
    return count;
  };
  expect(burst(0)).toBe(20);
  pace.slowDown(0);
  expect(pace.isSlowed).toBe(true);
  expect(burst(5000)).toBe(5);
  pace.slowDown(5000);
  pace.slowDown(5000);
  pace.slowDown(5000);
  expect(burst(9000)).toBe(1);
  expect([20_000, 30_000, 40_000, 50_000, 60_000, 70_000].map(burst)).toEqual([2, 4, 8, 16, 20, 20]);
  expect(pace.isSlowed).toBe(false);
});

test('a pace under one a second is not made faster by a refusal', () => {
  const pace = createRateLimiter(0.5);
  pace.slowDown(0);
  pace.recordStart(0);
  pace.recordEnd(0, LATENCY);
  expect(pace.delayUntilNext(LATENCY)).toBe(2000);
});

test('what started before it slowed down counts in the same second', () => {
  const pace = createRateLimiter(5);
  for (let call = 0; call < 5; call += 1) pace.recordStart(0);
  pace.slowDown(100);
  expect(pace.delayUntilNext(100)).toBeGreaterThanOrEqual(900);
});
