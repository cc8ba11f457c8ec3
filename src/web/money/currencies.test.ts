import { expect, test } from 'vitest';
import { currencies } from '#contract/enums.ts';
import { currencyName, currencyNames, findCurrencies } from './currencies.ts';

test('every currency has a unique name and a symbol', () => {
  const names = currencyNames();
  expect(names.map(({ code }) => code)).toEqual(currencies);
  expect(new Set(names.map(({ name }) => name)).size).toBe(currencies.length);
  for (const { code, name, symbol } of names) {
    expect(name.toLowerCase()).not.toBe(code);
    expect(symbol.trim()).not.toBe('');
  }
});

test.each([
  ['usd', { code: 'usd', name: 'US Dollar', symbol: '$' }],
  ['eur', { code: 'eur', name: 'Euro', symbol: '€' }],
  ['rub', { code: 'rub', name: 'Russian Ruble', symbol: '₽' }],
  ['ton', { code: 'ton', name: 'Gram', symbol: 'GRAM', fullName: 'Gram (formerly Toncoin, TON)' }],
] as const)('%s', (code, name) => {
  expect(currencyName(code)).toEqual(name);
});

test.each([
  ['us', 'usd'],
  ['euro', 'eur'],
  ['lira', 'try'],
  ['₽', 'rub'],
  [' TON ', 'ton'],
  ['gram', 'ton'],
  ['toncoin', 'ton'],
  ['swiss fr', 'chf'],
])('%j finds %s first', (text, code) => {
  expect(findCurrencies(text)[0]?.code).toBe(code);
});

test('an empty text finds all currencies, an unknown text none', () => {
  expect(findCurrencies('').map(({ code }) => code)).toEqual(currencies);
  expect(findCurrencies('doubloon')).toEqual([]);
});
