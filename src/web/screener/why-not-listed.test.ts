import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import { MAX_INT64 } from '#contract/amount.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { sortFields } from '#contract/measures.ts';
import { listedJetton } from '#testing/components/responses.ts';
import { screenFilterOf, screens } from '#testing/requests/generated-screens.ts';
import { notInPlan } from '#web/api/client/plan.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { filterChips } from '#web/list/filter-chips.ts';
import { defaultScreen, parseScreen, type Screen } from '#web/list/list-state.ts';
import { rangeIds } from '#web/list/measure-texts.ts';
import { type MaybeActivity, measureValue, needsActivity, noActivity } from '#web/list/measure-values.ts';
import { parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { type CheckedJetton, filterChecks, whyMissing } from './why-not-listed.ts';

const raw = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const other = `-1${raw.slice(1)}`;
const otherShort = shortenAddress(toUserFriendly(other));

const jetton: CheckedJetton = {
  warnings: [],
  identity: { address: raw, name: 'Straße Coin', symbol: 'STR' },
  verification: 'JVS_APPROVED',
  admin: { address: raw, offchainAddress: undefined, isRevoked: false },
  createdAt: '2026-01-20T07:30:00Z',
  holders: '999',
  liquidityUsd: { value: '49999999999', decimals: 6 },
  fdmc: { value: '1500000000000', decimals: 6 },
  mcap: { value: '1200000000000', decimals: 6 },
  trustScore: 60,
};
const activity: MaybeActivity = {
  tonPriceChangeHour: 1.5,
  tonPriceChangeDay: -3.123456,
  volume24h: { value: '99999990000', decimals: 6 },
  traders24h: '1234',
  transactions24h: '1234',
};
const bare: CheckedJetton = { identity: jetton.identity, verification: 'JVS_NONE', warnings: [] };

const now = new Date('2026-01-29T07:50:00Z');

const screenOf = (text: string) => screenFromQuery(defaultScreen, parseQueryText(text));
const failures = (text: string, of = jetton, by: MaybeActivity = activity) =>
  whyMissing(screenOf(text), of, by, now)
    .filter(({ verdict }) => verdict !== 'passes')
    .map(({ chip, verdict, value }) => `${chip.label}: ${verdict}, ${value}`);

test.each<[string, string[]]>([
  ['liq>50k', ['Liquidity > $50k: fails, $49,999.99']],
  ['liq<50k', []],
  ['mcap>1.2m', ['Market cap > $1.2M: fails, $1,200,000']],
  ['mcap>=1.2m', []],
  ['age<1d', ['Age < 1d: fails, 9d']],
  ['age>9d age<10d', []],
  ['age>2w', ['Age > 14d: fails, 9d']],
  ['fdmc:1m..1.4m', ['FDV $1M to $1.4M: fails, $1,500,000']],
  ['fdmc=1.5m', []],
  ['trust>=60 trust<=60', []],
  ['trust>60', ['Trust ≥ 61: fails, 60']],
  ['holders>=1k', ['Holders ≥ 1k: fails, 999']],
  ['1h>=1.5', []],
  ['24h>-3.1234', ['24h change in GRAM > −3.1234%: fails, −3.1234%']],
  ['7d>0', ['7d change in GRAM > 0%: fails, unknown']],
  ['volume>100k', ['24h volume > $100k: fails, $99,999.99']],
  ['traders>=1234', []],
  ['transactions>=1235', ['24h transactions ≥ 1235: fails, 1,234']],
  ['created>=2026-01-20', []],
  ['created>2026-01-21', ['Created > 2026-01-21: fails, 2026-01-20 07:30 UTC']],
  ['created>=2026-01-20T07:30Z', []],
  ['verified', ['Verified: fails, Approved']],
  ['approved', []],
  ['STRASSE', []],
  ['Strase', ['“Strase” in name or symbol: fails, Straße Coin (STR)']],
  ['straẞe', []],
  ['"e coin"', []],
  [`admin:${raw} address:${raw}`, []],
  [`admin:${other}`, [`Admin ${otherShort}: fails, EQCQ…eCz`]],
  [`address:${other}`, [`Only ${otherShort}: fails, EQCQ…eCz`]],
])('%s', (text, expected) => {
  expect(failures(text)).toEqual(expected);
});

test('shares have no sign', () => {
  expect(failures('top10<=20', { ...jetton, topTenHolders: 35.5 })).toEqual([
    'Top 10 holders ≤ 20%: fails, 35.5%',
  ]);
});

test('scam fails with the value Scam', () => {
  const scam = { ...jetton, verification: 'JVS_SCAM' } as const;
  expect(failures('', scam)).toEqual(['Scams hidden: fails, Scam']);
  expect(failures('scam', scam)).toEqual([]);
  expect(failures('is:scam -scam', scam)).toEqual(['Scams hidden: fails, Scam']);
});

test('a revoked admin is named, an unknown one not', () => {
  const admin = { address: undefined, offchainAddress: undefined, isRevoked: true };
  expect(failures(`admin:${other}`, { ...jetton, admin })).toEqual([`Admin ${otherShort}: fails, revoked`]);
  expect(failures(`admin:${other}`, bare)).toContainEqual(`Admin ${otherShort}: fails, unknown`);
});

test('warnings are named with their source', () => {
  const warned = { ...jetton, warnings: [{ text: 'STON.fi: honeypot' }] };
  expect(failures('-warned', warned)).toEqual(['Warnings hidden: fails, STON.fi: honeypot']);
  expect(failures('-warned', jetton)).toEqual([]);
  expect(failures('', warned)).toEqual([]);
});

test('without statistics, uses the ranges that the service has checked', () => {
  const checks = whyMissing(screenOf('1h>5 24h>5 scam min:5'), jetton, 'unavailable', now, [
    'tonPriceChangeDay',
  ]);
  expect(checks.map(({ chip, verdict }) => `${chip.id} ${verdict}`)).toEqual([
    'minimum unavailable',
    'tonPriceChangeHour passes',
    'tonPriceChangeDay fails',
  ]);
});

test('values that are not loaded are unavailable', () => {
  expect(failures('24h>5 liq>50', jetton, 'unavailable')).toEqual([
    '24h change in GRAM > +5%: unavailable, not in this plan',
  ]);
  expect(failures('volume>5', jetton, 'unavailable')).toEqual([
    '24h volume > $5: unavailable, not in this plan',
  ]);
  expect(failures('created>2026-01-20', bare, 'unavailable')).toEqual([
    'Created > 2026-01-20: fails, unknown',
  ]);
});

describe('for any screen', () => {
  test('every part except the sort order has a verdict, and unknown values fail every comparison', () => {
    fc.assert(
      fc.property(screens, (screen) => {
        const checks = whyMissing(screen, bare, noActivity, now);
        const chips = filterChips(screen).filter(({ id }) => id !== 'sort');
        expect(checks.map(({ chip }) => chip.label)).toEqual(chips.map(({ label }) => label));
        const compared = checks.filter(({ chip }) => [...rangeIds, 'minimum', 'admin'].includes(chip.id));
        expect(compared.every(({ verdict, value }) => verdict === 'fails' && value === 'unknown')).toBe(true);
      }),
    );
  });

  test('limits are inclusive and exact', () => {
    const holders = fc.bigInt({ min: 0n, max: MAX_INT64 });
    fc.assert(
      fc.property(holders, holders, fc.nat(6), (value, limit, decimals) => {
        const filter = screenFilterOf({
          holders: { min: String(limit) },
          liquidity: { usd: { max: { value: String(limit), decimals } } },
        });
        const screen: Screen = { ...defaultScreen, filter };
        const measurements = {
          ...bare,
          holders: String(value),
          liquidityUsd: { value: `${value}0`, decimals: decimals + 1 },
        };
        const verdict = (id: string) =>
          whyMissing(screen, measurements, noActivity, now).find(({ chip }) => chip.id === id)?.verdict;
        expect(verdict('holders')).toBe(value >= limit ? 'passes' : 'fails');
        expect(verdict('liquidityUsd')).toBe(value <= limit ? 'passes' : 'fails');
      }),
    );
  });
});

test('every sort field except TVL is in the list or in the statistics', () => {
  for (const sort of sortFields) {
    const [withStatistics, listOnly] = [
      measureValue(sort, jetton, activity),
      measureValue(sort, jetton, 'unavailable'),
    ];
    expect(listOnly === 'unavailable').toBe(needsActivity(sort));
    expect(withStatistics === 'unavailable').toBe(sort === 'tvl');
    expect(measureValue(sort, bare, noActivity)).toBe(sort === 'tvl' ? 'unavailable' : undefined);
  }
});

const { screen } = parseScreen(
  parseQuery('?priceChange.ton.hour.min=5&priceChange.ton.day.min=5&holders.min=10&floor=5'),
);

test('without statistics, filters by them pass unless the service reported that they exclude the jetton', () => {
  const data = { activity: notInPlan, failedRanges: ['tonPriceChangeDay'] } as const;
  const checks = filterChecks(screen, listedJetton(0), data, now);
  expect(checks.map(({ chip, verdict }) => `${chip.id} ${verdict}`)).toEqual([
    'tonPriceChangeDay fails',
    'minimum unavailable',
    'scam passes',
    'holders passes',
    'tonPriceChangeHour passes',
  ]);
});
