import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal, compareAmounts, decimalFromAmount, subtractAmounts } from './amount.ts';

const uint256 = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }).map(String);
const amounts = fc.record({ value: uint256, decimals: fc.nat(255) });

test.each([
  ['0.0650', { value: '650', decimals: 4 }],
  ['0.663878185', { value: '663878185', decimals: 9 }],
  ['-12.5', { value: '-125', decimals: 1 }],
  ['-0.05', { value: '-5', decimals: 2 }],
  ['0', { value: '0', decimals: 0 }],
  ['0.000', { value: '0', decimals: 3 }],
  ['1500', { value: '1500', decimals: 0 }],
])('converts %s in both directions', (text, amount) => {
  expect(amountFromDecimal(text)).toEqual(amount);
  expect(decimalFromAmount(amount)).toBe(text);
});

test('round-trips every amount through a decimal string', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(amountFromDecimal(decimalFromAmount(amount))).toEqual(amount);
    }),
  );
});

test('formats negative decimals as trailing zeros', () => {
  expect(decimalFromAmount({ value: '12', decimals: -3 })).toBe('12000');
  expect(decimalFromAmount({ value: '0', decimals: -3 })).toBe('0');
});

test('compares amounts by value regardless of decimals', () => {
  fc.assert(
    fc.property(uint256, fc.nat(100), fc.nat(100), (value, decimals, zeros) => {
      const longer = { value: `${value}${'0'.repeat(zeros)}`, decimals: decimals + zeros };
      const above = { ...longer, value: String(BigInt(longer.value) + 1n) };
      expect(compareAmounts({ value, decimals }, longer)).toBe(0);
      expect(compareAmounts({ value, decimals }, above)).toBe(-1);
      expect(compareAmounts(above, { value, decimals })).toBe(1);
    }),
  );
});

test('a difference has the sign of the comparison, and is added back exactly', () => {
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      const difference = subtractAmounts(a, b);
      expect(compareAmounts(difference, { value: '0', decimals: 0 })).toBe(compareAmounts(a, b));
      const negated = { ...b, value: (-BigInt(b.value)).toString() };
      expect(compareAmounts(subtractAmounts(difference, negated), a)).toBe(0);
    }),
  );
});
