import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const LATENCY = 50;

/** Returns the start times of `count` calls that are all ready at 0, each with a response after `latency`. */
function startsOf(perSecond: number, count: number, latency = LATENCY): number[] {
  const limiter = createRateLimiter(perSecond);
  const starts: number[] = [];
  for (let now = 0; starts.length < count; ) {
    const wait = limiter.delayUntilNext(now);
    if (wait > 0) {
      now += wait;
      continue;
    }
    limiter.recordStart(now);
    limiter.recordEnd(now, now + latency);
    starts.push(now);
  }
  return starts;
}

test.each([
  [3, [0, 0, 0, 1050, 1050, 1050, 2100]],
  [1, [0, 1050, 2100]],
  [0.5, [0, 2050, 4100]],
])('at %d per second, calls start at %j', (perSecond, starts) => {
  expect(startsOf(perSecond, starts.length)).toEqual(starts);
});

test('waits at most one second for a missing response', () => {
  expect(startsOf(1, 3, 30_000)).toEqual([0, 2000, 4000]);
});

test('starts immediately after the interval has passed', () => {
  const limiter = createRateLimiter(1);
  limiter.recordStart(0);
  limiter.recordEnd(0, LATENCY);
  expect(limiter.delayUntilNext(1000)).toBe(LATENCY);
  expect(limiter.delayUntilNext(5000)).toBe(0);
});

test('never exceeds the rate in any second, regardless of gaps and latency', () => {
  const call = fc.record({
    gap: fc.nat({ max: 700 }),
    requestLatency: fc.nat({ max: 900 }),
    responseLatency: fc.nat({ max: 900 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(call, { maxLength: 60 }), (perSecond, calls) => {
      const limiter = createRateLimiter(perSecond);
      const counted: number[] = [];
      let responses: { readonly startedAt: number; readonly at: number }[] = [];
      let now = 0;
      const advance = (by: number) => {
        now += by;
        for (const { startedAt, at } of responses.filter((response) => response.at <= now))
          limiter.recordEnd(startedAt, at);
        responses = responses.filter(({ at }) => at > now);
      };
      for (const { gap, requestLatency, responseLatency } of calls) {
        advance(gap);
        while (limiter.delayUntilNext(now) > 0)
          advance(Math.min(limiter.delayUntilNext(now), ...responses.map(({ at }) => at - now)));
        limiter.recordStart(now);
        responses.push({ startedAt: now, at: now + requestLatency + responseLatency });
        counted.push(now + requestLatency);
      }
      for (const time of counted)
        expect(counted.filter((other) => other >= time && other < time + 1000).length).toBeLessThanOrEqual(
          perSecond,
        );
    }),
  );
});

test('a 429 response quarters the rate down to one per second; it then doubles until restored', () => {
  const limiter = createRateLimiter(20);
  const burst = (now: number) => {
    let count = 0;
    for (; limiter.delayUntilNext(now) === 0; count += 1) {
      limiter.recordStart(now);
      limiter.recordEnd(now, now);
    }
    return count;
  };
  expect(burst(0)).toBe(20);
  limiter.slowDown(0);
  expect(limiter.isSlowed).toBe(true);
  expect(burst(5000)).toBe(5);
  limiter.slowDown(5000);
  limiter.slowDown(5000);
  limiter.slowDown(5000);
  expect(burst(9000)).toBe(1);
  expect([20_000, 30_000, 40_000, 50_000, 60_000, 70_000].map(burst)).toEqual([2, 4, 8, 16, 20, 20]);
  expect(limiter.isSlowed).toBe(false);
});

test('a 429 response does not raise a rate below one per second', () => {
  const limiter = createRateLimiter(0.5);
  limiter.slowDown(0);
  limiter.recordStart(0);
  limiter.recordEnd(0, LATENCY);
  expect(limiter.delayUntilNext(LATENCY)).toBe(2000);
});

test('calls started before the rate was reduced count in the same second', () => {
  const limiter = createRateLimiter(5);
  for (let call = 0; call < 5; call += 1) limiter.recordStart(0);
  limiter.slowDown(100);
  expect(limiter.delayUntilNext(100)).toBeGreaterThanOrEqual(900);
});
