import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impactLevel, priceImpact } from './impact.ts';

const reserve = fc.bigInt({ min: 10n ** 12n, max: 10n ** 36n });
const pools = fc.array(fc.record({ input: reserve, output: reserve }), { minLength: 1, maxLength: 6 });
const ROUNDING = 1e-6;

/** Returns the rounding of a loss, whose absolute value is large if the reference pool's price is far worse than another. */
function roundingOf(loss: number): number {
  return ROUNDING * Math.max(1, Math.abs(loss));
}

test('the impact grows with the amount', () => {
  fc.assert(
    fc.property(pools, reserve, reserve, (models, amount, more) => {
      const small = priceImpact(models, { side: 'paid', amount });
      const large = priceImpact(models, { side: 'paid', amount: amount + more });
      if (!small || !large || small.received < 10n ** 9n) return;
      expect(large.loss).toBeGreaterThanOrEqual(small.loss - roundingOf(small.loss));
      expect(large.drop).toBeGreaterThanOrEqual(small.drop - ROUNDING);
      expect(large.drop).toBeGreaterThanOrEqual(large.loss - ROUNDING);
    }),
  );
});

test('matches the formula of a single pool', () => {
  fc.assert(
    fc.property(reserve, reserve, fc.double({ min: 0.001, max: 1000, noNaN: true }), (input, output, q) => {
      const amount = (input * BigInt(Math.round(q * 1e6))) / 1_000_000n;
      const impact = priceImpact([{ input, output }], { side: 'paid', amount });
      expect(impact?.loss).toBeCloseTo(1 - 1 / (1 + q), 4);
      expect(impact?.drop).toBeCloseTo(1 - 1 / (1 + q) ** 2, 4);
    }),
  );
});

test('a split has at most the impact of the reference pool alone', () => {
  fc.assert(
    fc.property(pools, reserve, (models, amount) => {
      const split = priceImpact(models, { side: 'paid', amount });
      const alone = priceImpact(models.slice(0, 1), { side: 'paid', amount });
      if (!split || !alone || alone.received < 10n ** 9n) return;
      expect(split.loss).toBeLessThanOrEqual(alone.loss + ROUNDING);
      expect(split.drop).toBeLessThanOrEqual(alone.drop + ROUNDING);
    }),
  );
});

test('a better pool makes the loss negative and leaves the reference pool alone', () => {
  const models = [
    { input: 1_000_000n, output: 1_000_000n },
    { input: 100_000n, output: 101_000n },
  ];
  const impact = priceImpact(models, { side: 'paid', amount: 100n });
  expect(impact?.parts).toEqual([{ index: 1, paid: 100n, received: 100n }]);
  expect(impact?.drop).toBe(0);
  expect(priceImpact(models, { side: 'paid', amount: 300n })?.loss).toBeCloseTo(-0.00667, 5);
});

test('names parts by their position among all pools, also empty ones', () => {
  const models = [
    { input: 0n, output: 5n },
    { input: 1000n, output: 1000n },
  ];
  expect(priceImpact(models, { side: 'paid', amount: 100n }, 1)?.parts).toEqual([
    { index: 1, paid: 100n, received: 90n },
  ]);
});

test.each([
  ['no pool', [], { side: 'paid' as const, amount: 5n }],
  ['empty pools', [{ input: 0n, output: 0n }], { side: 'paid' as const, amount: 5n }],
  ['more than the pools hold', [{ input: 9n, output: 9n }], { side: 'received' as const, amount: 9n }],
  ['nothing', [{ input: 9n, output: 9n }], { side: 'paid' as const, amount: 0n }],
])('has no impact for %s', (_, models, trade) => {
  expect(priceImpact(models, trade)).toBeUndefined();
});

test.each([
  [0.05, 'low'],
  [0.051, 'high'],
  [0.31, 'extreme'],
])('a loss of %d is %s', (loss, level) => {
  expect(impactLevel(loss)).toBe(level);
});
