import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, magnitude, toSignificantDigits } from './significant-digits.ts';

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
