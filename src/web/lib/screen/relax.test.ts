import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screens } from '#testing/requests/generated-screens.ts';
import { parseQueryText, screenFromQuery } from '#web/lib/query-language/parse-query.ts';
import { filterChips } from './filter-chips.ts';
import { bestRelaxation, passesMinimum, relaxations } from './relax.ts';
import { defaultScreen } from './screen.ts';

const screenOf = (text: string) => screenFromQuery(defaultScreen, parseQueryText(text));
const identity = { address: '', name: '', symbol: '' };
const jetton = { identity, verification: 'JVS_NONE', holdersCount: '100' } as const;

test('every part that can be removed is asked about once', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const asked = relaxations(screen);
      const removable = filterChips(screen).filter(({ id, without }) => without && id !== 'sort');
      expect(asked.map(({ id }) => id).toSorted()).toEqual(removable.map(({ id }) => id).toSorted());
    }),
  );
});

test('a phrase is doubted before a limit, and scam last', () => {
  const asked = relaxations(screenOf('liq>5 24h>5 trust>6 dogs volume>1'));
  expect(asked.map(({ id }) => id)).toEqual([
    'search',
    'change24h',
    'floor',
    'trustScore',
    'liquidity',
    'scam',
  ]);
});

test('the part without which most is found is suggested, the first of equals', () => {
  const asked = relaxations(screenOf('liq>5 trust>6 dogs'));
  const best = (found: [Parameters<typeof bestRelaxation>[0][number]['id'], number][]) =>
    bestRelaxation(asked, new Map(found))?.id;
  expect(
    best([
      ['liquidity', 1],
      ['trustScore', 1],
    ]),
  ).toBe('trustScore');
  expect(
    best([
      ['liquidity', 9],
      ['trustScore', 1],
    ]),
  ).toBe('liquidity');
  expect(best([['liquidity', 0]])).toBeUndefined();
  expect(best([])).toBeUndefined();
  expect(bestRelaxation([], new Map())).toBeUndefined();
});

test('what is found counts where the minimum of the sorted column lets it', () => {
  const screen = screenOf('sort:holders floor:100');
  expect(passesMinimum(screen, undefined, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, jetton, 'unavailable')).toBe(true);
  expect(passesMinimum(screen, { ...jetton, holdersCount: '99' }, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, { ...jetton, holdersCount: undefined }, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('volume>1'), jetton, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('trust>1'), jetton, 'unavailable')).toBe(true);
});
