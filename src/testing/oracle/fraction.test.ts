import { expect, test } from 'vitest';
import { priceAmount } from './changes.ts';
import { Fraction, sumOfDefined } from './fraction.ts';

test('arithmetic is exact', () => {
  const third = new Fraction(1n, 3n);
  expect(third.plus(third).plus(third).compare(new Fraction(1n))).toBe(0);
  expect(Fraction.parse('0.1').plus(Fraction.parse('0.2')).compare(Fraction.parse('0.3'))).toBe(0);
  expect(third.minus(new Fraction(1n, 2n)).compare(new Fraction(-1n, 6n))).toBe(0);
  expect(third.over(new Fraction(-2n, 3n)).compare(Fraction.parse('-0.5'))).toBe(0);
  expect(sumOfDefined([undefined, third, undefined, third])?.rounded(3)).toBe(667n);
  expect(sumOfDefined([undefined])).toBeUndefined();
});

test('rounds half up', () => {
  expect(Fraction.parse('0.125').rounded(2)).toBe(13n);
  expect(Fraction.parse('0.1249999').rounded(2)).toBe(12n);
  expect(Fraction.parse('-0.125').rounded(2)).toBe(-12n);
  expect(Fraction.parse('-0.126').rounded(2)).toBe(-13n);
  expect(Fraction.parse('-7').rounded(0)).toBe(-7n);
});

test.each([
  ['1.5063', { value: '1506300000', decimals: 9 }],
  ['0.1', { value: '100000000', decimals: 9 }],
  ['0.0123456789012', { value: '123456789', decimals: 10 }],
  ['0.000000000000000000000000000000000000012345', { value: '123', decimals: 40 }],
  ['987654321987654321987.5', { value: '987654321987654321987500000000', decimals: 9 }],
])('price %s has nine significant digits', (price, amount) => {
  expect(priceAmount(Fraction.parse(price))).toEqual(amount);
});
