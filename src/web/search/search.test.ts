import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { VerificationStatus } from '#contract/enums.ts';
import { isCoinSearch, rankMatches } from './match-search.ts';

describe('match search', () => {
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
});

describe('found item', () => {
  const stored = new Map<string, string>();

  beforeEach(() => {
    stored.clear();
    vi.resetModules();
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });

  async function load(value: unknown) {
    stored.set('jetscope.recent-searches', JSON.stringify(value));
    const { useRecentSearches } = await import('./found-item.ts');
    return useRecentSearches.getState().recent;
  }

  const searchAt = (index: number) => ({
    address: `0:${String(index).repeat(64)}`,
    title: `T${index}`,
    name: `Name ${index}`,
  });

  test('invalid stored searches are dropped one by one', async () => {
    const invalid = [null, 5, { ...searchAt(2), address: 'nowhere' }, { ...searchAt(3), title: 7 }];
    expect(await load({ recent: [searchAt(0), ...invalid, searchAt(1)] })).toEqual([
      searchAt(0),
      searchAt(1),
    ]);
  });

  test('at most six stored searches are read, the latest ones', async () => {
    const many = [0, 1, 2, 3, 4, 5, 6, 7].map(searchAt);
    expect(await load({ recent: many })).toEqual(many.slice(0, 6));
  });

  test.each([[null], [[]], ['text'], [{ recent: 'text' }]])('%j has no searches', async (value) => {
    expect(await load(value)).toEqual([]);
  });
});
