import { expect, test } from 'vitest';
import type { VerificationStatus } from '#contract/enums.ts';
import { isCoinSearch, rankMatches } from './match-search.ts';

function jetton(symbol: string, name: string, verification: VerificationStatus = 'JVS_NONE') {
  return { identity: { symbol, name }, verification };
}

test('exact matches precede beginnings and parts, scam comes last, verified first among equals', () => {
  const scam = jetton('DOGS', 'Dogs', 'JVS_SCAM');
  const part = jetton('HOTDOGS', 'Hot');
  const beginning = jetton('DOGSON', 'Dogson');
  const imitation = jetton('dogs', 'Dogs!');
  const original = jetton('DOGS', 'Dogs', 'JVS_VERIFIED');
  const withSign = jetton('$DOGS', 'Other');
  const all = [scam, part, beginning, imitation, original, withSign];
  expect(rankMatches(all, 'dogs')).toEqual([original, imitation, withSign, beginning, part, scam]);
});

test('keeps the order of equal matches', () => {
  const jettons = ['a', 'b', 'c'].map((symbol) => jetton(symbol, 'Dogs'));
  expect(rankMatches(jettons, 'dogs')).toEqual(jettons);
});

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
