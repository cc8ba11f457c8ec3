import { expect, test } from 'vitest';
import { coinNames, defaultNativeCoin, fullCoinName, isCoinPrefix } from './native-coin.ts';

test('the coin has its current and its former names', () => {
  expect(coinNames(defaultNativeCoin)).toEqual(['GRAM', 'Gram', 'TON', 'Toncoin']);
  expect(coinNames({ name: 'Other', symbol: 'TON' })).toEqual(['TON', 'Other', 'GRAM', 'Gram', 'Toncoin']);
});

test.each([
  [defaultNativeCoin, 'Gram (formerly Toncoin, TON)'],
  [{ name: 'Other', symbol: 'OTH' }, 'Other (formerly Toncoin, TON)'],
  [{ name: 'Toncoin', symbol: 'TON' }, 'Toncoin'],
])('the full name of %j is %j', (coin, name) => {
  expect(fullCoinName(coin)).toBe(name);
});

test.each([
  ['gram', true],
  ['Gra', true],
  [' TON ', true],
  ['toncoin', true],
  ['', false],
  ['  ', false],
  ['tonstakers', false],
  ['ram', false],
])('%j starts a name of the coin: %s', (text, expected) => {
  expect(isCoinPrefix(text, defaultNativeCoin)).toBe(expected);
});
