import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { screens } from '#testing/requests/generated-screens.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { compareDecimals, decimalOfAmount, decimalOfNumber, parseDecimal } from '#web/money/decimals.ts';
import { filterChips, passesMinimum, relaxations, removedMinimumText } from './filter-chips.ts';
import {
  type BoundEnd,
  excludedValue,
  formatShortNumber,
  parseShortNumber,
  strictBound,
} from './filter-values.ts';
import { apiFilterAt, type ListFilter } from './list-filter.ts';
import { defaultScreen, parseScreen, serializeScreen } from './list-state.ts';
import type { NumberKind } from './measure-texts.ts';

describe('filter values', () => {
  test.each([
    ['50k', '50000'],
    ['50K', '50000'],
    ['1.5m', '1500000'],
    ['2b', '2000000000'],
    ['3t', '3000000000000'],
    ['0.0000000000001t', '0.1'],
    [' $50 k ', '50000'],
    ['1,000', '1000'],
    ['12,345,678.90', '12345678.9'],
    ['1,500m', '1500000000'],
    ['12,5', '12.5'],
    ['1,5k', '1500'],
    ['0,125', '0.125'],
    ['1000,125', '1000.125'],
    ['1 000', '1000'],
    ['1\u00A0000\u202F000', '1000000'],
    ['1 000,5', '1000.5'],
    ["1'000", '1000'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1e6', '1000000'],
    ['1.23e15', '1230000000000000'],
    ['25e-1', '2.5'],
    [`${2n ** 256n - 1n}`, `${2n ** 256n - 1n}`],
  ])('parses the amount %s as %s', (text, number) => {
    expect(parseShortNumber('sum', text)).toBe(number);
  });

  test.each([
    ['+5', '5'],
    ['-5%', '-5'],
    ['\u22123.25 %', '-3.25'],
    ['-0', '0'],
    ['1,5k', '1500'],
    ['1.5e-7', '0.00000015'],
    ['0.1000000000000000055511151231257827', '0.1'],
  ])('parses the percentage %s as %s', (text, number) => {
    expect(parseShortNumber('percent', text)).toBe(number);
  });

  test.each([
    ['sum', ''],
    ['sum', 'k'],
    ['sum', '-5'],
    ['sum', '1.2.3'],
    ['sum', '1.000.000'],
    ['sum', '1,00,000'],
    ['sum', '12 34'],
    ['sum', '1 0000'],
    ['sum', '0x10'],
    ['sum', '5kk'],
    ['sum', '.'],
    ['sum', ','],
    ['sum', 'NaN'],
    ['sum', '٣'],
    ['count', '1.5'],
    ['count', '1.2345k'],
    ['count', '-1'],
    ['percent', '1e999'],
    ['percent', '--5'],
  ] as const)('rejects %s %j', (kind, text) => {
    expect(parseShortNumber(kind, text)).toBeUndefined();
  });

  test.each([
    ['50000', '50k'],
    ['1500000', '1.5M'],
    ['1250000', '1.25M'],
    ['1234567', '1234567'],
    ['43023000', '43.023M'],
    ['12345600', '12345600'],
    ['12345', '12345'],
    ['100500', '100.5k'],
    ['1000', '1k'],
    ['999', '999'],
    ['0.5', '0.5'],
    ['0', '0'],
    ['1000000000000000', '1000T'],
  ])('%s is formatted as %s', (number, text) => {
    expect(formatShortNumber(number)).toBe(text);
  });

  const decimals = fc
    .tuple(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), fc.integer({ min: 0, max: 60 }))
    .map(([value, count]) => decimalOfAmount({ value: String(value), decimals: count }));

  test('formatting and parsing are inverse', () => {
    fc.assert(
      fc.property(decimals, (number) => {
        const magnitude = number.replace('-', '');
        expect(parseShortNumber('sum', formatShortNumber(magnitude))).toBe(magnitude);
        const count = magnitude.includes('.') ? undefined : magnitude;
        expect(parseShortNumber('count', formatShortNumber(magnitude))).toBe(count);
      }),
    );
  });

  test('accepts every thousands separator', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.constantFrom(',', ' ', '\u00A0', '\u202F', "'"),
        (number, separator) => {
          const grouped = String(number).replace(/\B(?=(\d{3})+$)/g, separator);
          expect(parseShortNumber('sum', grouped)).toBe(String(number));
          expect(parseShortNumber('sum', `$${grouped}.5m`)).toBe(String(number * 1_000_000n + 500_000n));
        },
      ),
    );
  });

  test('doubles are preserved', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        const text = decimalOfNumber(double);
        expect(Number(text)).toBe(double + 0);
        expect(parseShortNumber('percent', text)).toBe(text);
        expect(parseShortNumber('percent', String(double))).toBe(text);
      }),
    );
  });

  test('decimals have one normalized form', () => {
    fc.assert(
      fc.property(decimals, fc.nat(5), (number, count) => {
        const zeros = '0'.repeat(count);
        const padded = number.includes('.') ? number + zeros : `${number}.0${zeros}`;
        expect(parseDecimal(padded.replace(/^(-?)/, `$1${zeros}`))).toBe(number);
        expect(compareDecimals(number, parseDecimal(number) ?? '')).toBe(0);
      }),
    );
    expect(['', '-', '1.', '.5', '1e3', '+1', ' 1'].map(parseDecimal)).toEqual(Array(7).fill(undefined));
    expect(parseDecimal('-0.00')).toBe('0');
  });

  test.each<[NumberKind, BoundEnd, string, string | undefined]>([
    ['sum', 'min', '10000', '10000.000001'],
    ['sum', 'max', '10000', '9999.999999'],
    ['sum', 'min', '0.0000005', '0.000001'],
    ['sum', 'max', '0.0000015', '0.000001'],
    ['sum', 'max', '0', undefined],
    ['count', 'min', '0', '1'],
    ['count', 'max', '1', '0'],
    ['count', 'max', '0', undefined],
    ['percent', 'min', '-3', '-2.999999'],
    ['percent', 'max', '-3', '-3.000001'],
    ['percent', 'min', '-0.0000005', '0'],
    ['percent', 'max', '-0.0000005', '-0.000001'],
    ['percent', 'min', '1000000000000', undefined],
    ['duration', 'max', '86400', '86399.999'],
    ['time', 'min', '-5', '-4.999'],
  ])('a %s with the %s %s excluded has the bound %s', (kind, end, value, bound) => {
    expect(strictBound(kind, end, value)).toBe(bound);
  });

  test('a strict bound contains the values of the service above or below the number, and only those', () => {
    const number = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }))
      .map(([value, decimals]) => decimalOfAmount({ value: String(value), decimals }));
    const served = fc
      .bigInt({ min: 0n, max: 10n ** 15n })
      .map((units) => decimalOfAmount({ value: String(units), decimals: 6 }));
    fc.assert(
      fc.property(number, served, fc.constantFrom('min' as const, 'max' as const), (value, shown, end) => {
        const bound = strictBound('sum', end, value);
        if (bound === undefined) return;
        const sign = end === 'min' ? 1 : -1;
        expect(compareDecimals(shown, bound) * sign >= 0).toBe(compareDecimals(shown, value) * sign > 0);
      }),
    );
  });

  test('a bound that excludes a simpler number is recognized', () => {
    expect(excludedValue('sum', 'min', '10000.000001')).toBe('10000');
    expect(excludedValue('sum', 'max', '9999.999999')).toBe('10000');
    expect(excludedValue('duration', 'max', '86399.999')).toBe('86400');
    for (const [end, bound] of [
      ['min', '10000'],
      ['min', '0.000002'],
      ['max', '0.000001'],
      ['min', '9999.999999'],
    ] as const)
      expect(excludedValue('sum', end, bound)).toBeUndefined();
    expect(excludedValue('count', 'min', '1')).toBeUndefined();
  });
});

describe('list filter', () => {
  const now = new Date('2026-01-29T07:50:00Z');

  test.each<[ListFilter, object | undefined]>([
    [{ sort: 'holders' }, { sort: 'holders' }],
    [{ ranges: { age: { max: '86400' } } }, { createdAt: { min: '2026-01-28T07:50:00.000Z' } }],
    [{ ranges: { age: { max: '86399.999' } } }, { createdAt: { min: '2026-01-28T07:50:00.001Z' } }],
    [{ ranges: { age: { min: '3600' } } }, { createdAt: { max: '2026-01-29T06:50:00.000Z' } }],
    [
      { ranges: { age: { min: '3600', max: '86400' }, createdAt: { min: '1769644800' } } },
      { createdAt: { min: '2026-01-29T00:00:00.000Z', max: '2026-01-29T06:50:00.000Z' } },
    ],
    [{ ranges: { age: { max: '3600' }, createdAt: { max: '1769644800' } } }, undefined],
    [{ ranges: { age: { max: '9'.repeat(40) } } }, { createdAt: { min: '0000-01-01T00:00:00.000Z' } }],
  ])('%j', (filter, expected) => {
    expect(apiFilterAt(filter, now)).toEqual(expected);
  });
});

describe('filter chips', () => {
  const labelsOf = (query: string) => {
    const { screen, ignored } = parseScreen(parseQuery(query));
    expect(ignored).toEqual([]);
    return filterChips(screen).map(({ label }) => label);
  };
  test('a minimum that another order has removed is reported', () => {
    const screenOf = (query: string) => parseScreen(parseQuery(query)).screen;
    const before = screenOf('sort=holders&floor=1000');
    const textAfter = (query: string) => removedMinimumText(before, screenOf(query));
    expect(textAfter('sort=trustScore')).toBe(
      'Holders ≥ 1k was removed: it requires the order “Holders, highest first”',
    );
    for (const query of ['sort=trustScore&floor=60', 'sort=holders'])
      expect(textAfter(query)).toBeUndefined();
    expect(removedMinimumText(screenOf('sort=holders'), screenOf('sort=trustScore'))).toBeUndefined();
  });

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
    ['topTenHolders.max=50', [...defaults, 'Top 10 holders ≤ 50%']],
    ['buyersWhoSold.min=20&buyersWhoSold.max=50', [...defaults, 'Buyers who sold 20% to 50%']],
    ['buyersWhoSold.min=20.000001', [...defaults, 'Buyers who sold > 20%']],
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
});
