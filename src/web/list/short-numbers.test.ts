import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, decimalOfAmount, decimalOfNumber, parseDecimal } from '#web/money/decimals.ts';
import { formatShortNumber, parseShortNumber } from './short-numbers.ts';

test.each([
  ['50k', '50000'],
  ['50K', '50000'],
  ['1.5m', '1500000'],
  ['2b', '2000000000'],
  ['3t', '3000000000000'],
  ['0.0000000000001t', '0.1'],
  [' $50 k ', '50000'],
  ['1,000', '1000'],
  ['12,345,678.90', '12345678.9'],
  ['1,500m', '1500000000'],
  ['12,5', '12.5'],
  ['1,5k', '1500'],
  ['0,125', '0.125'],
  ['1000,125', '1000.125'],
  ['1 000', '1000'],
  ['1\u00A0000\u202F000', '1000000'],
  ['1 000,5', '1000.5'],
  ["1'000", '1000'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['1e6', '1000000'],
  ['1.23e15', '1230000000000000'],
  ['25e-1', '2.5'],
  [`${2n ** 256n - 1n}`, `${2n ** 256n - 1n}`],
])('parses the amount %s as %s', (text, number) => {
  expect(parseShortNumber('sum', text)).toBe(number);
});

test.each([
  ['+5', '5'],
  ['-5%', '-5'],
  ['\u22123.25 %', '-3.25'],
  ['-0', '0'],
  ['1,5k', '1500'],
  ['1.5e-7', '0.00000015'],
  ['0.1000000000000000055511151231257827', '0.1'],
])('parses the percentage %s as %s', (text, number) => {
  expect(parseShortNumber('percent', text)).toBe(number);
});

test.each([
  ['sum', ''],
  ['sum', 'k'],
  ['sum', '-5'],
  ['sum', '1.2.3'],
  ['sum', '1.000.000'],
  ['sum', '1,00,000'],
  ['sum', '12 34'],
  ['sum', '1 0000'],
  ['sum', '0x10'],
  ['sum', '5kk'],
  ['sum', '.'],
  ['sum', ','],
  ['sum', 'NaN'],
  ['sum', '٣'],
  ['count', '1.5'],
  ['count', '1.2345k'],
  ['count', '-1'],
  ['percent', '1e999'],
  ['percent', '--5'],
] as const)('rejects %s %j', (kind, text) => {
  expect(parseShortNumber(kind, text)).toBeUndefined();
});

test.each([
  ['50000', '50k'],
  ['1500000', '1.5m'],
  ['1250000', '1.25m'],
  ['1234567', '1234567'],
  ['12345', '12345'],
  ['100500', '100.5k'],
  ['1000', '1k'],
  ['999', '999'],
  ['0.5', '0.5'],
  ['0', '0'],
  ['1000000000000000', '1000t'],
])('%s is formatted as %s', (number, text) => {
  expect(formatShortNumber(number)).toBe(text);
});

const decimals = fc
  .tuple(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), fc.integer({ min: 0, max: 60 }))
  .map(([value, count]) => decimalOfAmount({ value: String(value), decimals: count }));

test('formatting and parsing are inverse', () => {
  fc.assert(
    fc.property(decimals, (number) => {
      const magnitude = number.replace('-', '');
      expect(parseShortNumber('sum', formatShortNumber(magnitude))).toBe(magnitude);
      const count = magnitude.includes('.') ? undefined : magnitude;
      expect(parseShortNumber('count', formatShortNumber(magnitude))).toBe(count);
    }),
  );
});

test('accepts every thousands separator', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.constantFrom(',', ' ', '\u00A0', '\u202F', "'"),
      (number, separator) => {
        const grouped = String(number).replace(/\B(?=(\d{3})+$)/g, separator);
        expect(parseShortNumber('sum', grouped)).toBe(String(number));
        expect(parseShortNumber('sum', `$${grouped}.5m`)).toBe(String(number * 1_000_000n + 500_000n));
      },
    ),
  );
});

test('doubles are preserved', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
      const text = decimalOfNumber(double);
      expect(Number(text)).toBe(double + 0);
      expect(parseShortNumber('percent', text)).toBe(text);
      expect(parseShortNumber('percent', String(double))).toBe(text);
    }),
  );
});

test('decimals have one normalized form', () => {
  fc.assert(
    fc.property(decimals, fc.nat(5), (number, count) => {
      const zeros = '0'.repeat(count);
      const padded = number.includes('.') ? number + zeros : `${number}.0${zeros}`;
      expect(parseDecimal(padded.replace(/^(-?)/, `$1${zeros}`))).toBe(number);
      expect(compareDecimals(number, parseDecimal(number) ?? '')).toBe(0);
    }),
  );
  expect(['', '-', '1.', '.5', '1e3', '+1', ' 1'].map(parseDecimal)).toEqual(Array(7).fill(undefined));
  expect(parseDecimal('-0.00')).toBe('0');
});
