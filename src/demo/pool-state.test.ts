import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogicalClock, MAX_RESERVE, type PoolRules, PoolState } from './pool-state.ts';

const rules: PoolRules = { fee: 0.003, virtual: [0, 0], limits: [MAX_RESERVE, MAX_RESERVE] };
const reserve = fc.bigInt({ min: 1n, max: 10n ** 27n });
const trades = fc.array(
  fc.record({ sold0: fc.boolean(), share: fc.double({ min: 1e-9, max: 50, noNaN: true }) }),
  { maxLength: 40 },
);

function createPool(reserve0: bigint, reserve1: bigint, other: Partial<PoolRules> = {}): PoolState {
  return new PoolState({ ...rules, ...other }, [reserve0, reserve1]);
}

test('swaps change the reserves by their amounts and never decrease the product', () => {
  fc.assert(
    fc.property(reserve, reserve, trades, (first, second, all) => {
      const pool = createPool(first, second);
      for (const { sold0, share } of all) {
        const [before0, before1] = pool.reserves;
        const sold = sold0 ? 0 : 1;
        const swapped = pool.swap(sold, share * Number(pool.reserves[sold]));
        const [after0, after1, amount0, amount1] = [...pool.reserves, ...pool.amounts];
        const [in0, out0, in1, out1] = sold0 ? [amount0, 0n, 0n, amount1] : [0n, amount0, amount1, 0n];
        const moved = [before0 + in0 - out0, before1 + in1 - out1];
        expect([after0, after1]).toEqual(swapped ? moved : [before0, before1]);
        expect([after0, after1, ...(swapped ? [amount0, amount1] : [])].every((value) => value > 0n)).toBe(
          true,
        );
        expect(after0 * after1).toBeGreaterThanOrEqual(before0 * before1);
      }
    }),
  );
});

test('inputFor reaches the requested price', () => {
  fc.assert(
    fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (change) => {
      const pool = createPool(9000000000000000000n, 4000000000000000n);
      const before = pool.logPrice;
      if (!pool.swap(change < 0 ? 0 : 1, pool.inputFor(change))) return;
      // The fee stays in the pool and reduces the change slightly.
      expect(Math.abs(pool.logPrice - before - change)).toBeLessThan(0.01 * Math.abs(change) + 1e-9);
    }),
  );
});

test('the price of a stable pool changes less than that of another pool', () => {
  const input = 1e14;
  const linear = createPool(1000000000000000n, 1000000000000000n);
  const stable = createPool(1000000000000000n, 1000000000000000n, { virtual: [2e16, 2e16] });
  linear.swap(0, input);
  stable.swap(0, input);
  expect(Math.abs(stable.logPrice)).toBeLessThan(Math.abs(linear.logPrice) / 15);
});

test('rejects swaps beyond the reserves or the supply', () => {
  const pool = createPool(1000000n, 1000000n, { limits: [1_500_000, MAX_RESERVE] });
  expect(pool.swap(0, 600_000)).toBe(false);
  expect(pool.swap(0, 0.5)).toBe(false);
  expect(pool.swap(1, 1e12)).toBe(false);
  expect(pool.swap(0, 400_000)).toBe(true);
});

test('changing the liquidity keeps the price', () => {
  const pool = createPool(123456789012345678n, 987654321098765n);
  const before = pool.logPrice;
  pool.scale(0.001);
  expect(pool.logPrice).toBeCloseTo(before, 9);
  expect(pool.reserves[0]).toBe(123456789012345n);
  pool.scale(1e-30);
  expect(pool.reserves[0]).toBe(123456789012345n);
});

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
