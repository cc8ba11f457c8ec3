import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountFromDecimal } from '#contract/amount.ts';
import {
  formatChange,
  formatCompactAmount,
  formatCount,
  formatDecimal,
  formatPrice,
  magnitude,
  toSignificantDigits,
} from './format-numbers.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['2649800', '2,649,800'],
  ['-1234567', '\u22121,234,567'],
  ['9223372036854775807', '9,223,372,036,854,775,807'],
])('formats the count %s as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0.4231, '+0.42', 'up'],
  [-3.1, '\u22123.10', 'down'],
  [12.34, '+12.3', 'up'],
  [-100, '\u2212100', 'down'],
  [677.4, '+677', 'up'],
  [12_500, '+12,500', 'up'],
  [0, '0.00', 'flat'],
  [-0.001, '0.00', 'flat'],
  [9.999, '+10.0', 'up'],
  [999_999.4, '+999,999', 'up'],
  [999_999.5, '>+999,999', 'up'],
  [1e21, '>+999,999', 'up'],
  [-1e21, '<\u2212999,999', 'down'],
])('formats the change %d as %s', (percent, text, direction) => {
  expect(formatChange(percent)).toEqual({ text, direction });
});

test('the sign of a change matches its direction', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (percent) => {
      const { direction, text } = formatChange(percent);
      const sign = { up: '+', down: '\u2212', flat: '0' }[direction];
      expect(text.replace(/^[<>]/, '').startsWith(sign)).toBe(true);
      expect(direction === 'up' && percent < 0).toBe(false);
      expect(direction === 'down' && percent > 0).toBe(false);
    }),
  );
});

describe('formatPrice', () => {
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
    ['0.001842', '0.001842'],
    ['0.00051240', '0.0005124'],
    ['0.0000512', '0.0[4]512'],
    ['0.00000123', '0.0[5]123'],
    ['0.000999999', '0.001'],
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
});

describe('formatCompactAmount', () => {
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
    ['4230000', '4.23M'],
    ['999999999', '1.00B'],
    ['123456789012345', '123T'],
    ['1234567890123456', '1.23e15'],
    ['-4230000', '\u22124.23M'],
  ])('formats %s as %s', (decimal, text) => {
    expect(format(decimal)).toBe(text);
  });

  test('rounds by at most half of the third significant digit', () => {
    const powers: Record<string, number> = { '': 0, k: 3, M: 6, B: 9, T: 12 };
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
});

describe('significant digits', () => {
  const amounts = fc.record({
    value: fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }).map(String),
    decimals: fc.integer({ min: 0, max: 60 }),
  });

  /** digits × 10^power, in units of 10^−80. */
  function scaled(digits: string, power: number): bigint {
    return BigInt(digits || '0') * 10n ** BigInt(power + 80);
  }

  test('rounds half up in the last digit', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 20 }), (amount, count) => {
        const { negative, digits, point } = toSignificantDigits(amount, count);
        const size = scaled(amount.value.replace('-', ''), -amount.decimals);
        const error = scaled(digits, point - digits.length) - size;
        const half = digits === '' ? 0n : scaled('5', magnitude(amount) - count - 1);
        expect(error <= half && error > -half - BigInt(half === 0n)).toBe(true);
        expect(digits.length).toBe(amount.value === '0' ? 0 : count);
        expect(negative).toBe(amount.value.startsWith('-'));
        expect(digits.startsWith('0')).toBe(false);
      }),
    );
  });

  test.each([
    ['12345', 4, '1,234.5'],
    ['5', -2, '0.005'],
    ['10', 5, '10,000'],
    ['123', 3, '123'],
  ])('formats %s with decimal point %i as %s', (digits, point, text) => {
    expect(formatDecimal({ negative: false, digits, point })).toBe(text);
  });
});
