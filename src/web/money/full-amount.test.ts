import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal, compareAmounts } from '#contract/amount.ts';
import { fullAmountText } from './full-amount.ts';

test('keeps the value and trims trailing zeros', () => {
  const amounts = fc.record({ value: fc.bigInt().map(String), decimals: fc.integer({ min: 0, max: 60 }) });
  fc.assert(
    fc.property(amounts, (amount) => {
      const text = fullAmountText(amount);
      expect(compareAmounts(amountFromDecimal(text), amount)).toBe(0);
      expect(text).not.toMatch(/\.\d*0$|\.$/);
    }),
  );
  expect(fullAmountText({ value: '1000', decimals: 0 })).toBe('1000');
});
