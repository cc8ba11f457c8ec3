import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance, type MatchKind, matchOf, phraseOf, searchableOf } from './search-match.ts';

test.each<[search: string, symbol: string, name: string, kind: MatchKind | undefined]>([
  ['usdt', 'USD₮', 'Tether USD', 'symbol'],
  ['dogs', '$DOGS', 'Other', 'symbol'],
  ['$dogs', 'DOGS', 'Other', 'symbol'],
  ['usdt', 'USDТ', 'Imitation in Cyrillic', 'symbol'],
  ['usdt', 'U$DT', 'Imitation', 'symbol'],
  ['kestrel', 'KES', 'Kestrel', 'name'],
  ['kes', 'KESX', 'Bird', 'prefix'],
  ['coin', 'X', 'Kestrel Coin', 'part'],
  ['kestrl', 'KES', 'Kestrel', 'similar'],
  ['ketsrel', 'KES', 'Kestrel', 'similar'],
  ['kestrwl coin', 'KES', 'Kestrel Coin', 'similar'],
  ['kestrelcoin', 'KES', 'Kestrel Coin', 'similar'],
  ['notcoim', 'NOT', 'Notcoin', 'similar'],
  ['tonstkaesr', 'TS', 'Tonstakers', 'similar'],
  ['nat', 'NOT', 'Not', undefined],
  ['ketrl', 'KES', 'Kestrel', undefined],
  ['kestrl moon', 'KES', 'Kestrel Coin', undefined],
  ['$$$', 'USD₮', 'Tether', undefined],
])('%s matches %s, %s: %s', (search, symbol, name, kind) => {
  expect(matchOf(phraseOf(search), searchableOf({ symbol, name }))?.kind).toBe(kind);
});

const word = fc.array(fc.constantFrom(...'abc'), { maxLength: 6 });

/** The definition, without a limit. */
function naiveDistance(a: readonly string[], b: readonly string[]): number {
  const [i, j] = [a.length, b.length];
  if (i === 0 || j === 0) return i + j;
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
  const counts = [
    naiveDistance(restA, b) + 1,
    naiveDistance(a, restB) + 1,
    naiveDistance(restA, restB) + Number(a[i - 1] !== b[j - 1]),
  ];
  if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
    counts.push(naiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...counts);
}

test('the distance is exact up to the limit, and larger than it otherwise', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
      const expected = naiveDistance(a, b);
      const found = distance(a, b, limit);
      expect(Math.min(found, limit + 1)).toBe(Math.min(expected, limit + 1));
    }),
  );
});
