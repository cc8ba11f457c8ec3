import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromDecimal, compareAmounts } from '#contract/amount.ts';
import { excludedValue } from '#web/list/filter-values.ts';
import { boundFromUsd, boundToUsd, convertFromUsd, type ExchangeRate, fullAmountText } from './amounts.ts';

const rateOf = (currency: 'eur' | 'ton', price: string): ExchangeRate => ({
  currency,
  price: amountFromDecimal(price),
  priceUsd: amountFromDecimal('2.000000000'),
});

test('sums are rounded half up to the decimals of responses', () => {
  const sum = amountFromDecimal('100.000001');
  expect(convertFromUsd(sum, rateOf('eur', '1.75'))).toEqual({ value: '87500001', decimals: 6 });
  expect(convertFromUsd(sum, rateOf('ton', '1'))).toEqual({ value: '50000000500', decimals: 9 });
});

test('a bound in a currency is sent in USD and shown as it was entered', () => {
  const euro = rateOf('eur', '1.726912345');
  expect(boundToUsd('50000', euro)).toBe('57906.82');
  expect(boundFromUsd('57906.82', euro)).toBe('50000');
  expect(boundToUsd('1234', euro)).toBe('1429.1403');
  // The bound of a link was entered in another currency.
  expect(boundFromUsd('10000', euro)).toBe('8630');
  expect(boundFromUsd('0', euro)).toBe('0');
});

test('bounds of up to five digits are unchanged, and never look like excluded ones', () => {
  const entered = fc.record({
    bound: fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 2, max: 7 })),
    price: fc.double({ min: 0.5, max: 60_000, noNaN: true }),
  });
  fc.assert(
    fc.property(entered, ({ bound: [digits, power], price }) => {
      const rate = rateOf('eur', price.toFixed(9));
      // Smaller amounts than ten dollars have fewer significant digits.
      const bound = String(BigInt(digits) * 10n ** BigInt(power));
      fc.pre(Number(boundToUsd(bound, rate)) >= 10);
      expect(boundFromUsd(boundToUsd(bound, rate), rate)).toBe(bound);
      expect(excludedValue('sum', 'min', boundToUsd(bound, rate))).toBeUndefined();
    }),
  );
});

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
