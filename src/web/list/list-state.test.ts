import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Amount, compareAmounts } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import { allSupported, type SortField } from '#contract/measures.ts';
import { screenFilterOf, screens } from '#testing/requests/generated-screens.ts';
import { addressFormats, jettonFilterInput, tonAddress } from '#testing/requests/valid-inputs.ts';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { apiFilter, normalizeFilter } from './list-filter.ts';
import {
  defaultScreen,
  isSameList,
  listFilterOf,
  parseScreen,
  parseScreenSearch,
  type Screen,
  serializeScreen,
  unsupportedFilters,
  withFilter,
  withoutFilters,
  withPeriod,
} from './list-state.ts';
import { type SortableRow, sortRows } from './measure-values.ts';

describe('list state', () => {
  const screen: Screen = {
    ...defaultScreen,
    filter: { sort: 'holders', order: 'desc', excludeScam: true, search: 'dogs' },
    minimum: '7',
  };

  test('a change of the sort order removes the minimum', () => {
    expect(withFilter(screen, { sort: 'fdmc' }).minimum).toBeUndefined();
    expect(withFilter(screen, { order: 'asc' }).minimum).toBeUndefined();
  });

  test('the filters that a service lacks can be removed from a screen', () => {
    const filtered = withFilter(screen, {
      excludeWarned: true,
      excludeUntraded: 'day',
      ranges: { liquidityUsd: { min: '1' }, mcap: { min: '1' }, exit1k: { min: '1' } },
    });
    const lacked = unsupportedFilters(filtered, new Set(['excludeWarned', 'mcap', 'topTenHolders'] as const));
    expect(lacked).toEqual(['excludeWarned', 'mcap']);
    expect(withoutFilters(filtered, lacked).filter).toEqual({
      ...screen.filter,
      excludeUntraded: 'day',
      ranges: { liquidityUsd: { min: '1' }, exit1k: { min: '1' } },
    });
    expect(unsupportedFilters(filtered, allSupported)).toEqual([]);
  });

  test('any other change keeps the minimum and the other filters', () => {
    const changed = withFilter(screen, { excludeScam: false, verification: ['JVS_VERIFIED'] });
    expect(changed).toEqual({
      ...screen,
      filter: { ...screen.filter, excludeScam: false, verification: ['JVS_VERIFIED'] },
    });
    expect(withFilter(changed, { verification: undefined, excludeScam: true })).toEqual(screen);
  });

  test('the sorted change follows the period', () => {
    const sorted = (sort: SortField, period?: PricePeriod) => ({
      ...screen,
      filter: { ...screen.filter, sort },
      period,
    });
    const orderAfter = (before: Screen, period: PricePeriod) => {
      const { filter, ...rest } = withPeriod(before, period);
      return [filter.sort, rest.period];
    };
    expect(orderAfter(sorted('tonPriceChangeDay'), 'hour')).toEqual(['tonPriceChangeHour', 'hour']);
    expect(orderAfter(sorted('tonPriceChangeMin15', 'min15'), 'hour12')).toEqual([
      'tonPriceChangeHour12',
      'hour12',
    ]);
    expect(orderAfter(sorted('tonPriceChangeHour', 'hour'), 'day')).toEqual(['tonPriceChangeDay', undefined]);
    // Another change was chosen on purpose.
    expect(orderAfter(sorted('tonPriceChangeWeek'), 'hour')).toEqual(['tonPriceChangeWeek', 'hour']);
    expect(orderAfter(sorted('holders'), 'hour')).toEqual(['holders', 'hour']);
  });

  test('the filter of trades follows the period', () => {
    const traded = withFilter(screen, { excludeUntraded: 'day' });
    expect(withPeriod(traded, 'hour').filter.excludeUntraded).toBe('hour');
    expect(withPeriod(screen, 'hour').filter.excludeUntraded).toBeUndefined();
  });

  test('price changes are sorted in the unit of the row', () => {
    const byChange = withFilter(screen, { sort: 'tonPriceChangeDay' });
    const movesIn = (currency: Screen['currency']) => listFilterOf({ ...byChange, currency }).moves;
    expect([movesIn('ton'), movesIn('usd'), movesIn('eur')]).toEqual(['ton', 'usd', 'usd']);
    expect(listFilterOf(withFilter(screen, { sort: 'holders' })).moves).toBeUndefined();
    expect(isSameList({ ...byChange, currency: 'ton' }, { ...byChange, currency: 'usd' })).toBe(false);
    expect(isSameList({ ...byChange, currency: 'eur' }, { ...byChange, currency: 'usd' })).toBe(true);
  });

  const parse = (text: string) => parseScreen(parseQuery(text));
  const friendly = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
  const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
  const base = { sort: 'volume24h', order: 'desc', excludeScam: true };

  test('serializing and parsing a screen are inverse', () => {
    fc.assert(
      fc.property(screens, (screen) => {
        const url = stringifyQuery(serializeScreen(screen));
        expect(parse(url)).toEqual({ screen, ignored: [] });
        expect(stringifyQuery(serializeScreen(parse(url).screen))).toBe(url);
      }),
    );
  });

  test('normalizing a filter is idempotent and keeps its meaning', () => {
    fc.assert(
      fc.property(jettonFilterInput, (written) => {
        const filter = screenFilterOf(written);
        expect(normalizeFilter(filter)).toEqual(filter);
        const [before, after] = [
          z.parse(jettonListFilter, written),
          z.parse(jettonListFilter, apiFilter(filter)),
        ];
        expect(after.search).toBe(before.search);
        expect(new Set(after.verification)).toEqual(new Set(before.verification));
        expect(new Set(after.admin)).toEqual(new Set(before.admin));
        for (const end of ['min', 'max'] as const) {
          expect(isSameAmount(after.fdmc?.[end], before.fdmc?.[end])).toBe(true);
          expect(after.holders?.[end]).toBe(before.holders?.[end]);
          expect(after.priceChange?.ton?.day?.[end]).toBe(before.priceChange?.ton?.day?.[end]);
        }
      }),
    );
  });

  function isSameAmount(a: Amount | undefined, b: Amount | undefined): boolean {
    return a && b ? compareAmounts(a, b) === 0 : a === b;
  }

  test('every form of an address gives the same screen', () => {
    fc.assert(
      fc.property(tonAddress, (address) => {
        const queries = addressFormats.flatMap((format) => [
          stringifyQuery({ admin: format(address) }),
          `?admin=${format(address)}`,
        ]);
        for (const query of queries) {
          expect(parse(query).screen.filter).toEqual({ ...base, admin: [address.toRawString()] });
          expect(parse(query).ignored).toEqual([]);
        }
      }),
    );
  });

  test('the same query string is parsed once', () => {
    const parsed = parseScreenSearch('?sort=holders&foo=1');
    expect(parsed).toEqual(parse('?sort=holders&foo=1'));
    expect(parseScreenSearch('?sort=holders&foo=1')).toBe(parsed);
    expect(parseScreenSearch('?sort=fdmc').screen.filter.sort).toBe('fdmc');
  });

  test('the default screen has an empty query', () => {
    expect(serializeScreen(parse('').screen)).toEqual({});
    expect(parse('?sort=volume24h&order=desc&excludeScam=true&currency=usd')).toEqual(parse(''));
    expect(parse('')).toEqual({ screen: { filter: base, currency: 'usd' }, ignored: [] });
  });

  test.each([
    ['?sort=createdAt&order=asc&excludeScam=false&currency=ton'],
    ['?liquidity.usd.min.value=50000&floor=100000'],
    ['?liquidity.usd.min.value=5&liquidity.usd.min.decimals=1'],
    ['?verification=JVS_NONE&verification=JVS_SCAM'],
    [`?address=${friendly}`],
    ['?sort=createdAt&floor=2026-01-20'],
    ['?sort=tonPriceChangeDay&floor=-5.5'],
    ['?columns=price,volume,change24h'],
    ['?columns=jetton'],
    ['?volume24h.min.value=100000&transactions24h.min=10&traders24h.max=50'],
    ['?createdAt.min=2026-01-20T00%3A00%3A00.000Z'],
    ['?age.max=7d'],
    ['?age.min=12h&age.max=86399.999s'],
    ['?columns=change&period=7d'],
    ['?holders.min=9223372036854775806&holders.max=9223372036854775807'],
    [`?fdmc.min.value=${2n ** 256n - 1n}&fdmc.min.decimals=255`],
  ])('%s is serialized unchanged', (url) => {
    const { screen, ignored } = parse(url);
    expect(ignored).toEqual([]);
    expect(stringifyQuery(serializeScreen(screen))).toBe(url);
  });

  describe('reports ignored parameters', () => {
    test.each([
      ['foo=1&bar=2&foo=3', ['foo', 'bar'], {}],
      ['limit=50&cursor=abc', ['limit', 'cursor'], {}],
      ['sort=nothing&order=asc', ['sort'], { order: 'asc' }],
      ['sort=fdmc&sort=tvl', ['sort'], {}],
      ['search=&floor=', ['search', 'floor'], {}],
      ['search=ab&excludeScam=yes', ['search', 'excludeScam'], {}],
      [
        'holders.min=2&holders.max=1&trustScore.min=60',
        ['holders.min', 'holders.max'],
        { ranges: { trustScore: { min: '60' } } },
      ],
      ['age.min=2d&age.max=1d', ['age.min', 'age.max'], {}],
      ['age.max=5&age.min=1h', ['age.max'], { ranges: { age: { min: '3600' } } }],
      ['age=1d', ['age'], {}],
      ['createdAt.min=2026-01-20', ['createdAt.min'], {}],
      ['fdmc.min.decimals=2', ['fdmc.min.decimals'], {}],
      ['liquidity.usd.min=5', ['liquidity.usd.min'], {}],
      ['__proto__=1&constructor.name=2', ['__proto__', 'constructor.name'], {}],
      [`address=${friendly}&address=x&address=${raw}`, ['address'], { address: [raw] }],
      ['verification=JVS_NONE&verification=none', ['verification'], { verification: ['JVS_NONE'] }],
      ['columns=price,nonsense', ['columns'], {}],
      ['period=2h', ['period'], {}],
      ['currency=xyz', ['currency'], {}],
      ['floor=100k', ['floor'], {}],
      ['floor=1&order=asc', ['floor'], { order: 'asc' }],
      ['floor=1&floor=2', ['floor'], {}],
      ['floor=5&sort=tvl', ['floor'], { sort: 'tvl' }],
      ['floor=1.5&sort=holders', ['floor'], { sort: 'holders' }],
      ['floor=2026-02-30&sort=createdAt', ['floor'], { sort: 'createdAt' }],
    ])('%s', (url, ignored, filters) => {
      const parsed = parse(`?${url}`);
      expect(parsed.ignored).toEqual(ignored);
      expect(parsed.screen.filter).toEqual({ ...base, ...filters });
    });

    test('truncates lists that are too long', () => {
      const admins = Array.from({ length: 12 }, (_, index) => `0:${String(index).padStart(64, '0')}`);
      const { screen, ignored } = parse(stringifyQuery({ admin: admins }));
      expect(screen.filter.admin).toEqual(admins.slice(0, 10));
      expect(ignored).toEqual(['admin']);
    });

    test('any query gives a valid screen', () => {
      const keys = fc.oneof(
        fc.string(),
        fc.constantFrom('floor', 'columns', 'sort', 'order', 'fdmc.min.value', 'holders.max', 'admin'),
      );
      const texts = fc.oneof(fc.string(), fc.constantFrom('1', '-1', 'asc', 'holders', 'price', friendly));
      const queries = fc.array(fc.tuple(keys, fc.oneof(texts, fc.array(texts, { minLength: 2 }))));
      fc.assert(
        fc.property(queries, (entries) => {
          const { screen, ignored } = parse(stringifyQuery(Object.fromEntries(entries)));
          expect(parseScreen(serializeScreen(screen))).toEqual({ screen, ignored: [] });
          for (const name of ignored) expect(entries.some(([key]) => key === name)).toBe(true);
        }),
      );
    });
  });
});

describe('sort rows', () => {
  function row(address: string, holders?: string, liquidity?: string): SortableRow {
    return {
      jetton: {
        identity: { address, name: '', symbol: '' },
        verification: 'JVS_NONE',
        ...(holders === undefined ? {} : { holders }),
        ...(liquidity === undefined ? {} : { liquidityUsd: { value: liquidity, decimals: 0 } }),
      },
      activity: 'unavailable',
    };
  }

  const addresses = (rows: SortableRow[] | undefined) => rows?.map(({ jetton }) => jetton.identity.address);
  const rows = [row('d'), row('c', '5'), row('b', '10'), row('a', '5'), row('e', '900719925474099267')];

  test('sorts like the service: unknown values last in either order, equal values by address', () => {
    expect(addresses(sortRows(rows, { sort: 'holders' }, 'desc'))).toEqual(['e', 'b', 'a', 'c', 'd']);
    expect(addresses(sortRows(rows, { sort: 'holders' }, 'asc'))).toEqual(['a', 'c', 'b', 'e', 'd']);
  });

  test('sorts by liquidity in USD for TVL, which no response contains', () => {
    const withLiquidity = [row('a', '1', '5'), row('b', '1', '50'), row('c')];
    expect(addresses(sortRows(withLiquidity, { sort: 'tvl' }, 'desc'))).toEqual(['b', 'a', 'c']);
  });

  test('does not sort by values that are not available', () => {
    expect(sortRows(rows, { sort: 'volume24h' }, 'desc')).toBeUndefined();
  });
});
