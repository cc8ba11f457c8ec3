import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBaseUnits, truncateToBaseUnits } from './to-batch.ts';

test.each([
  ['1', 9, '1000000000'],
  ['0', 9, '0'],
  ['0.000', 0, '0'],
  ['1.5', 1, '15'],
  ['1.50', 1, '15'],
  ['.5', 2, '50'],
  ['5.', 2, '500'],
  ['007.25', 2, '725'],
  ['1e3', 0, '1000'],
  ['2.5E-3', 6, '2500'],
  ['25e-1', 1, '25'],
  ['1e-9', 9, '1'],
  ['0.000000001', 9, '1'],
  ['1.00000000000000000000000000000000000000000000000000', 0, '1'],
])('%s with %i decimals is %s', (units, decimals, expected) => {
  expect(toBaseUnits(units, decimals)).toBe(expected);
  expect(truncateToBaseUnits(units, decimals)).toBe(expected);
});

test.each([
  ['1.5', 0, '1'],
  ['1.23456789', 4, '12345'],
  ['1e-10', 9, '0'],
  ['0.00000000019', 9, '0'],
  ['19e-1', 0, '1'],
])('%s has more digits than %i decimals', (units, decimals, truncated) => {
  expect(() => toBaseUnits(units, decimals)).toThrow('an amount has more digits than decimals');
  expect(truncateToBaseUnits(units, decimals)).toBe(truncated);
});

test.each(['-1', 'NaN', '', '1,5', '1e1000', '0x10'])('%j is not an amount', (units) => {
  expect(() => toBaseUnits(units, 9)).toThrow('an amount is not a decimal number');
});

test('amounts exceed neither 256 bits nor the limits of decimal numbers', () => {
  expect(() => toBaseUnits('1', 80)).toThrow('an amount exceeds 256 bits');
  expect(() => truncateToBaseUnits('1e41', 0)).toThrow('an amount must be between');
});

test('converts any spelling of a number exactly', () => {
  const cases = fc.record({
    base: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    decimals: fc.integer({ min: 0, max: 20 }),
    exponent: fc.integer({ min: -9, max: 9 }),
    zeros: fc.nat(5),
  });
  fc.assert(
    fc.property(cases, ({ base, decimals, exponent, zeros }) => {
      const shift = decimals + exponent;
      const digits = `${'0'.repeat(zeros)}${base}`.padStart(Math.max(shift, 0) + 1, '0');
      const point = digits.length - Math.max(shift, 0);
      const mantissa = `${digits.slice(0, point)}.${digits.slice(point)}${'0'.repeat(zeros)}`;
      const units = `${mantissa}e${Math.max(shift, 0) - decimals}`;
      expect(toBaseUnits(units, decimals)).toBe(String(base));
      expect(truncateToBaseUnits(units, decimals)).toBe(String(base));
    }),
  );
});
