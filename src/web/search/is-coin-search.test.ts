import { expect, test } from 'vitest';
import { isCoinSearch } from './is-coin-search.ts';

test.each([
  ['gram', true],
  ['Gra', true],
  ['Gr', false],
  [' TON ', true],
  ['toncoin', true],
  ['', false],
  ['  ', false],
  ['tonstakers', false],
  ['ram', false],
])('%j finds the coin: %s', (text, expected) => {
  expect(isCoinSearch(text)).toBe(expected);
});
