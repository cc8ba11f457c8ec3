import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LARGE_INTEGER } from '#demo/large-integer.ts';
import { SimulatedPool } from './simulated-pool.ts';

const rules = {
  fee: 0.003,
  virtual0: 0,
  virtual1: 0,
  limit0: MAX_LARGE_INTEGER,
  limit1: MAX_LARGE_INTEGER,
};
const reserve = fc.bigInt({ min: 1n, max: 10n ** 27n }).map(String);
const trades = fc.array(
  fc.record({ sold0: fc.boolean(), share: fc.double({ min: 1e-9, max: 50, noNaN: true }) }),
  { maxLength: 40 },
);

function createPool(reserve0: string, reserve1: string, other: Partial<typeof rules> = {}): SimulatedPool {
  const pool = new SimulatedPool({ ...rules, ...other });
  pool.reserve0.parse(reserve0);
  pool.reserve1.parse(reserve1);
  return pool;
}

const valuesOf = (pool: SimulatedPool) =>
  [pool.reserve0, pool.reserve1, pool.amount0, pool.amount1].map((value) => BigInt(value.toString()));

test('swaps change the reserves by their amounts and never decrease the product', () => {
  fc.assert(
    fc.property(reserve, reserve, trades, (first, second, all) => {
      const pool = createPool(first, second);
      for (const { sold0, share } of all) {
        const [before0 = 0n, before1 = 0n] = valuesOf(pool);
        const swapped = pool.swap(sold0, share * (sold0 ? pool.reserve0 : pool.reserve1).value);
        const [after0 = 0n, after1 = 0n, amount0 = 0n, amount1 = 0n] = valuesOf(pool);
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
      const pool = createPool('9000000000000000000', '4000000000000000');
      const before = pool.logPrice;
      if (!pool.swap(change < 0, pool.inputFor(change))) return;
      // The fee stays in the pool and reduces the change slightly.
      expect(Math.abs(pool.logPrice - before - change)).toBeLessThan(0.01 * Math.abs(change) + 1e-9);
    }),
  );
});

test('the price of a stable pool changes less than that of another pool', () => {
  const input = 1e14;
  const linear = createPool('1000000000000000', '1000000000000000');
  const stable = createPool('1000000000000000', '1000000000000000', { virtual0: 2e16, virtual1: 2e16 });
  linear.swap(true, input);
  stable.swap(true, input);
  expect(Math.abs(stable.logPrice)).toBeLessThan(Math.abs(linear.logPrice) / 15);
});

test('rejects swaps beyond the reserves or the supply', () => {
  const pool = createPool('1000000', '1000000', { limit0: 1_500_000 });
  expect(pool.swap(true, 600_000)).toBe(false);
  expect(pool.swap(true, 0.5)).toBe(false);
  expect(pool.swap(false, 1e12)).toBe(false);
  expect(pool.swap(true, 400_000)).toBe(true);
});

test('changing the liquidity keeps the price', () => {
  const pool = createPool('123456789012345678', '987654321098765');
  const before = pool.logPrice;
  pool.scale(0.001);
  expect(pool.logPrice).toBeCloseTo(before, 9);
  expect(pool.reserve0.toString()).toBe('123456789012345');
  pool.scale(1e-30);
  expect(pool.reserve0.toString()).toBe('123456789012345');
});
