import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { impactLevel } from './impact.ts';
import { estimateSaleImpact } from './sale-impact.ts';

test.each([
  ['1000000', '1000000', 0.0196, 0.0388, 'low'],
  ['1000000', '100000', 0.1667, 0.3056, 'high'],
  ['1000000', '1000', 0.9524, 0.9977, 'extreme'],
  ['1000000', '0', 1, 1, 'extreme'],
])('market cap %s and liquidity %s: loss %d, drop %d, %s', (marketCap, liquidity, loss, drop, level) => {
  const impact = estimateSaleImpact(amountFromDecimal(marketCap), amountFromDecimal(liquidity));
  if (!impact) throw new Error('no estimate');
  expect(impact.value).toEqual(amountFromDecimal('10000.000000'));
  expect(impact.loss).toBeCloseTo(loss, 4);
  expect(impact.drop).toBeCloseTo(drop, 4);
  expect(impactLevel(impact.loss)).toBe(level);
});

test.each([
  ['0', '1000'],
  [undefined, '1000'],
  ['1000', undefined],
])('market cap %s and liquidity %s: no estimate', (marketCap, liquidity) => {
  const amountOf = (text: string | undefined) => (text === undefined ? undefined : amountFromDecimal(text));
  expect(estimateSaleImpact(amountOf(marketCap), amountOf(liquidity))).toBeUndefined();
});
