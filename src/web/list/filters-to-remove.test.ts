import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screens } from '#testing/requests/generated-screens.ts';
import { filterChips } from './filter-chips.ts';
import { passesMinimum, relaxations } from './filters-to-remove.ts';
import { defaultScreen } from './list-state.ts';
import { parseQueryText, screenFromQuery } from './query/parse-query.ts';

const screenOf = (text: string) => screenFromQuery(defaultScreen, parseQueryText(text));
const identity = { address: '', name: '', symbol: '' };
const jetton = { identity, verification: 'JVS_NONE', holdersCount: '100' } as const;

test('returns every removable part once', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const parts = relaxations(screen);
      const removable = filterChips(screen).filter(({ id, without }) => without && id !== 'sort');
      expect(parts.map(({ id }) => id).toSorted()).toEqual(removable.map(({ id }) => id).toSorted());
    }),
  );
});

test('orders phrases before limits and puts scam last', () => {
  const parts = relaxations(screenOf('liq>5 24h>5 trust>6 dogs volume>1 min:5'));
  expect(parts.map(({ id }) => id)).toEqual([
    'search',
    'tonPriceChangeDay',
    'minimum',
    'volume24h',
    'trustScore',
    'liquidityUsd',
    'scam',
  ]);
});

test('matches must reach the minimum of the sorted column', () => {
  const screen = screenOf('sort:holders min:100');
  expect(passesMinimum(screen, undefined, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, jetton, 'unavailable')).toBe(true);
  expect(passesMinimum(screen, { ...jetton, holdersCount: '99' }, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, { ...jetton, holdersCount: undefined }, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('min:1'), jetton, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('trust>1'), jetton, 'unavailable')).toBe(true);
});
