import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import type { ExchangeRate } from './amounts.ts';
import { convertedPrice, convertedSum, convertedSumText } from './converted-amounts.ts';

const euro: ExchangeRate = {
  currency: 'eur',
  price: amountFromDecimal('1.75'),
  priceUsd: amountFromDecimal('2'),
};

test('converted prices keep their digits', () => {
  expect(convertedPrice(amountFromDecimal('0.0000000012'), euro)).toEqual({ value: '1050', decimals: 12 });
  expect(convertedPrice(amountFromDecimal('3'), euro)).toEqual({ value: '263', decimals: 2 });
});

test('amounts stay in USD without a rate', () => {
  const usd = amountFromDecimal('13200000');
  expect(convertedPrice(usd, null)).toBe(usd);
  expect(convertedSum(usd, undefined)).toBe(usd);
  expect(convertedSum(undefined, euro)).toBeUndefined();
});

test('sums name their unit', () => {
  const usd = amountFromDecimal('13200000');
  expect(convertedSumText(usd, null)).toBe('$13.2M');
  expect(convertedSumText(usd, euro)).toBe('11.6M EUR');
});
