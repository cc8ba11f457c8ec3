import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { formatPrice } from './format-price.ts';

const format = (price: string, count?: number) => {
  const { head, zeros, tail } = formatPrice(amountFromDecimal(price), count);
  return zeros === undefined ? head : `${head}[${zeros}]${tail}`;
};

test.each([
  ['0', '0'],
  ['0.000000000', '0'],
  ['1', '1.000'],
  ['1.506300000', '1.506'],
  ['0.663878185', '0.6639'],
  ['0.0663878185', '0.06639'],
  ['0.001842', '0.0[2]1842'],
  ['0.00000123', '0.0[5]123'],
  ['0.000999999', '0.0[2]1'],
  ['0.0099999', '0.01000'],
  ['250.04', '250.0'],
  ['9999.6', '10,000'],
  ['67891.2', '67,891'],
  ['123456789.5', '123,456,790'],
  ['-0.00000123', '\u22120.0[5]123'],
  ['-12.5', '\u221212.50'],
])('formats %s as %s', (price, text) => {
  expect(format(price)).toBe(text);
});

test('accepts a number of digits', () => {
  expect(format('0.663878185', 6)).toBe('0.663878');
  expect(format('0.0000012345678', 6)).toBe('0.0[5]123457');
});

test('rounds by at most half of the fourth significant digit', () => {
  const prices = fc.record({
    value: fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
    decimals: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(prices, (price) => {
      const { head, zeros = 0, tail = '' } = formatPrice(price);
      const shown = Number(tail ? `0.${'0'.repeat(zeros)}${tail}` : head.replaceAll(',', ''));
      const exact = Number(price.value) / 10 ** price.decimals;
      expect(Math.abs(shown - exact) / exact).toBeLessThanOrEqual(0.000_500_001);
    }),
  );
});
