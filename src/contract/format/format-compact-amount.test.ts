import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import { formatCompactAmount } from './format-compact-amount.ts';

const format = (decimal: string) => {
  const { digits, unit } = formatCompactAmount(amountFromDecimal(decimal));
  return digits + unit;
};

test.each([
  ['0.000000', '0'],
  ['0.004', '<0.01'],
  ['-0.004', '>\u22120.01'],
  ['0.0951', '0.10'],
  ['0.056', '0.06'],
  ['0.999', '1.00'],
  ['1.5', '1.50'],
  ['999.4', '999'],
  ['999.6', '1.00k'],
  ['781852.55', '782k'],
  ['4230000', '4.23m'],
  ['999999999', '1.00b'],
  ['123456789012345', '123t'],
  ['1234567890123456', '1.23e15'],
  ['-4230000', '\u22124.23m'],
])('formats %s as %s', (decimal, text) => {
  expect(format(decimal)).toBe(text);
});

test('rounds by at most half of the third significant digit', () => {
  const powers: Record<string, number> = { '': 0, k: 3, m: 6, b: 9, t: 12 };
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 10n ** 40n }), (cents) => {
      const { digits, unit } = formatCompactAmount({ value: String(cents), decimals: 2 });
      const shown = Number(digits) * 10 ** (powers[unit] ?? Number(unit.slice(1)));
      const exact = Number(cents) / 100;
      expect(Math.abs(shown - exact) / exact).toBeLessThanOrEqual(0.005_000_1);
      expect(digits.replace('.', '').length).toBe(3);
    }),
  );
});
