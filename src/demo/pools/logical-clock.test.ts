import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowBuffer } from '#demo/row-buffer.ts';
import { LogicalClock, writeTimestamp } from './logical-clock.ts';

const seconds = fc.array(fc.integer({ min: 1_700_000_000, max: 1_700_000_050 }), { maxLength: 300 });

test('logical time grows with every swap, and with the seconds', () => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: 1, max: 400_000 }), (wanted, poolId) => {
      const turns = new LogicalClock(poolId);
      let before = { second: -1, lt: -1 };
      for (const second of wanted.sort((left, right) => left - right)) {
        if (!turns.next(second)) continue;
        expect(turns.second).toBe(Math.max(second, before.second));
        expect(turns.lt).toBeGreaterThan(before.lt);
        expect(turns.lt).toBeGreaterThanOrEqual(turns.second * 40_000);
        expect(turns.lt).toBeLessThan((turns.second + 1) * 40_000);
        before = { second: turns.second, lt: turns.lt };
      }
    }),
  );
});

test('goes on after a restart where it was', () => {
  fc.assert(
    fc.property(seconds, (wanted) => {
      const sorted = wanted.sort((left, right) => left - right);
      const whole = new LogicalClock(77);
      let restarted = new LogicalClock(77);
      for (const second of sorted) {
        expect(restarted.next(second)).toBe(whole.next(second));
        expect([restarted.second, restarted.lt]).toEqual([whole.second, whole.lt]);
        restarted = new LogicalClock(77, restarted.second, restarted.lt);
      }
    }),
  );
});

test('a second is full at last', () => {
  const turns = new LogicalClock(1);
  const taken = Array.from({ length: 100 }, () => turns.next(1_700_000_000)).filter(Boolean).length;
  expect(taken).toBe(40);
});

test('writes times as Date does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (second) => {
      const text = new RowBuffer();
      writeTimestamp(text, second);
      expect(text.flush()).toBe(new Date(second * 1000).toISOString().replace('.000', ''));
    }),
  );
});
