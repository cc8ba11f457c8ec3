import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, decimalOfAmount } from '#web/money/decimals.ts';
import type { NumberKind } from './measure-texts.ts';
import { type BoundEnd, excludedValue, strictBound } from './strict-bounds.ts';

test.each<[NumberKind, BoundEnd, string, string | undefined]>([
  ['sum', 'min', '10000', '10000.000001'],
  ['sum', 'max', '10000', '9999.999999'],
  ['sum', 'min', '0.0000005', '0.000001'],
  ['sum', 'max', '0.0000015', '0.000001'],
  ['sum', 'max', '0', undefined],
  ['count', 'min', '0', '1'],
  ['count', 'max', '1', '0'],
  ['count', 'max', '0', undefined],
  ['percent', 'min', '-3', '-2.999999'],
  ['percent', 'max', '-3', '-3.000001'],
  ['percent', 'min', '-0.0000005', '0'],
  ['percent', 'max', '-0.0000005', '-0.000001'],
  ['percent', 'min', '1000000000000', undefined],
  ['duration', 'max', '86400', '86399.999'],
  ['time', 'min', '-5', '-4.999'],
])('a %s with the %s %s excluded has the bound %s', (kind, end, value, bound) => {
  expect(strictBound(kind, end, value)).toBe(bound);
});

test('a strict bound contains the values of the service above or below the number, and only those', () => {
  const number = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }))
    .map(([value, decimals]) => decimalOfAmount({ value: String(value), decimals }));
  const served = fc
    .bigInt({ min: 0n, max: 10n ** 15n })
    .map((units) => decimalOfAmount({ value: String(units), decimals: 6 }));
  fc.assert(
    fc.property(number, served, fc.constantFrom('min' as const, 'max' as const), (value, shown, end) => {
      const bound = strictBound('sum', end, value);
      if (bound === undefined) return;
      const sign = end === 'min' ? 1 : -1;
      expect(compareDecimals(shown, bound) * sign >= 0).toBe(compareDecimals(shown, value) * sign > 0);
    }),
  );
});

test('a bound that excludes a simpler number is recognized', () => {
  expect(excludedValue('sum', 'min', '10000.000001')).toBe('10000');
  expect(excludedValue('sum', 'max', '9999.999999')).toBe('10000');
  expect(excludedValue('duration', 'max', '86399.999')).toBe('86400');
  for (const [end, bound] of [
    ['min', '10000'],
    ['min', '0.000002'],
    ['max', '0.000001'],
    ['min', '9999.999999'],
  ] as const)
    expect(excludedValue('sum', end, bound)).toBeUndefined();
  expect(excludedValue('count', 'min', '1')).toBeUndefined();
});
