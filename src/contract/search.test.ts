import { expect, test } from 'vitest';
import { parsePair } from './search.ts';

test.each([
  ['NOT/TON', ['NOT', 'TON'], true],
  [' not - usdt ', ['not', 'usdt'], true],
  ['not–usdt', ['not', 'usdt'], true],
  ['not ton', ['not', 'ton'], false],
  ['my coin/ton', ['my coin', 'ton'], true],
] as const)('%s', (text, sides, isExplicit) => {
  expect(parsePair(text)).toEqual({ sides, isExplicit });
});

test.each(['', 'not', 'not/', '/ton', 'a/b/c', 'a b c'])('%o is no pair', (text) => {
  expect(parsePair(text)).toBeUndefined();
});
