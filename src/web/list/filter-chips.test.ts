import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screens } from '#testing/requests/generated-screens.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { filterChips, passesMinimum, relaxations } from './filter-chips.ts';
import { defaultScreen, parseScreen, serializeScreen } from './list-state.ts';

const labelsOf = (query: string) => {
  const { screen, ignored } = parseScreen(parseQuery(query));
  expect(ignored).toEqual([]);
  return filterChips(screen).map(({ label }) => label);
};
const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const defaults = ['24h volume, highest first', 'Scams hidden'];

test.each([
  ['', defaults],
  ['excludeScam=false', ['24h volume, highest first']],
  ['sort=createdAt&order=asc', ['Created, oldest first', 'Scams hidden']],
  ['floor=100000', ['24h volume, highest first', '24h volume ≥ $100k', 'Scams hidden']],
  ['sort=createdAt&floor=2026-01-20', ['Created, newest first', 'Created ≥ 2026-01-20', 'Scams hidden']],
  [
    'sort=createdAt&floor=2026-01-20T07:30:00Z',
    ['Created, newest first', 'Created ≥ 2026-01-20 07:30 UTC', 'Scams hidden'],
  ],
  ['liquidity.usd.min.value=50000', [...defaults, 'Liquidity ≥ $50k']],
  ['fdmc.min.value=1&fdmc.max.value=1500000', [...defaults, 'FDV $1 to $1.5M']],
  ['trustScore.min=60&trustScore.max=60', [...defaults, 'Trust = 60']],
  ['holders.max=1000', [...defaults, 'Holders ≤ 1k']],
  ['priceChange.ton.day.min=-5&priceChange.ton.day.max=0', [...defaults, '24h change in GRAM −5% to 0%']],
  ['priceChange.ton.hour.min=5', [...defaults, '1h change in GRAM ≥ +5%']],
  [
    'verification=JVS_VERIFIED&verification=JVS_NONE&search=dogs',
    [...defaults, 'Verified or Not verified', '“dogs” in name or symbol'],
  ],
  [`admin=${raw}&address=${raw}`, [...defaults, 'Only EQCQ…eCz', 'Admin EQCQ…eCz']],
  [
    `admin=${raw}&admin=-1${raw.slice(1)}&address=${raw}&address=-1${raw.slice(1)}`,
    [...defaults, '2 selected jettons', 'Any of 2 admins'],
  ],
])('%j has the chips %j', (query, labels) => {
  expect(labelsOf(query)).toEqual(labels);
});

test('removing a chip removes only its own filter', () => {
  fc.assert(
    fc.property(screens, fc.nat(), (screen, at) => {
      const chips = filterChips(screen);
      const chip = chips[at % chips.length];
      if (!chip?.without) return;
      const remaining = filterChips(chip.without).filter(({ id }) => id !== 'sort');
      const expected = chips.filter(
        // Removing the sort order also removes the minimum.
        ({ id }) => id !== chip.id && id !== 'sort' && (chip.id !== 'sort' || id !== 'minimum'),
      );
      expect(remaining.map(({ label }) => label)).toEqual(expected.map(({ label }) => label));
      expect(parseScreen(serializeScreen(chip.without))).toEqual({ screen: chip.without, ignored: [] });
    }),
  );
});

test('removing all chips removes every filter', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      let left = screen;
      for (;;) {
        const without = filterChips(left).find((chip) => chip.without)?.without;
        if (!without) break;
        left = without;
      }
      expect(left.filter).toEqual({ sort: 'volume24h', order: 'desc', excludeScam: false });
      expect(left.minimum).toBeUndefined();
      expect([left.currency, left.columns]).toEqual([screen.currency, screen.columns]);
    }),
    // A screen has up to 20 chips.
    { numRuns: 50 },
  );
});

const screenOf = (text: string) => screenFromQuery(defaultScreen, parseQueryText(text));
const identity = { address: '', name: '', symbol: '' };
const jetton = { identity, verification: 'JVS_NONE', holders: '100' } as const;

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
  const parts = relaxations(screenOf('liq>5 24h>5 trust>6 dogs volume>1 min:5 -warned'));
  expect(parts.map(({ id }) => id)).toEqual([
    'search',
    'tonPriceChangeDay',
    'minimum',
    'volume24h',
    'trustScore',
    'liquidityUsd',
    'warned',
    'scam',
  ]);
});

test('matches must reach the minimum of the sorted column', () => {
  const screen = screenOf('sort:holders min:100');
  expect(passesMinimum(screen, undefined, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, jetton, 'unavailable')).toBe(true);
  expect(passesMinimum(screen, { ...jetton, holders: '99' }, 'unavailable')).toBe(false);
  expect(passesMinimum(screen, { ...jetton, holders: undefined }, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('min:1'), jetton, 'unavailable')).toBe(false);
  expect(passesMinimum(screenOf('trust>1'), jetton, 'unavailable')).toBe(true);
});
