import { expect, test } from 'vitest';
import { coinNames, defaultNativeCoin, fullCoinName } from './native-coin.ts';

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
