import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogicalClock } from './logical-clock.ts';

const seconds = fc.array(fc.integer({ min: 1_700_000_000, max: 1_700_000_050 }), { maxLength: 300 });

test('logical time increases with every swap and with time', () => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: 1, max: 400_000 }), (times, poolId) => {
      const clock = new LogicalClock(poolId);
      let before = { second: -1, lt: -1 };
      for (const second of times.sort((left, right) => left - right)) {
        if (!clock.next(second)) continue;
        expect(clock.second).toBe(Math.max(second, before.second));
        expect(clock.lt).toBeGreaterThan(before.lt);
        expect(clock.lt).toBeGreaterThanOrEqual(clock.second * 40_000);
        expect(clock.lt).toBeLessThan((clock.second + 1) * 40_000);
        before = { second: clock.second, lt: clock.lt };
      }
    }),
  );
});

test('continues after a restart', () => {
  fc.assert(
    fc.property(seconds, (times) => {
      const sorted = times.sort((left, right) => left - right);
      const continuous = new LogicalClock(77);
      let restarted = new LogicalClock(77);
      for (const second of sorted) {
        expect(restarted.next(second)).toBe(continuous.next(second));
        expect([restarted.second, restarted.lt]).toEqual([continuous.second, continuous.lt]);
        restarted = new LogicalClock(77, restarted.second, restarted.lt);
      }
    }),
  );
});

test('limits the number of swaps per second', () => {
  const clock = new LogicalClock(1);
  const accepted = Array.from({ length: 100 }, () => clock.next(1_700_000_000)).filter(Boolean).length;
  expect(accepted).toBe(40);
});
