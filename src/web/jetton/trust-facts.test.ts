import { expect, test } from 'vitest';
import { REVOKED_ADMIN, TON_ADDRESS } from '#contract/address.ts';
import { decodeListedJetton, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { holderFacts, type TrustContext, trustFacts } from './trust-facts.ts';

const now = new Date('2026-01-29T07:50:00Z');
const metadata = { address: `0:${'1'.repeat(64)}`, name: 'One', symbol: 'ONE', decimals: 9 };

function jetton(record: object = {}, meta: object = {}): ListedJetton {
  const decoded = decodeListedJetton({ metadata: { ...metadata, ...meta }, ...record }, []);
  if (!decoded) throw new Error('not a jetton');
  return decoded;
}

function factsById(of: ListedJetton, context: Partial<TrustContext> = {}) {
  return Object.fromEntries(
    trustFacts(of, { now, ...context }).map(({ id, tone, text }) => [id, [tone, text]]),
  );
}

const usd = (value: string) => ({ liquidityUsd: { value, decimals: 0 } });

test('missing values are reported as unknown', () => {
  expect(factsById(jetton())).toEqual({
    verification: ['caution', 'Not verified'],
    supply: ['unknown', 'Mintable: unknown'],
    contract: ['unknown', 'Modified contract: unknown'],
    admin: ['unknown', 'Admin: unknown'],
    liquidity: ['unknown', 'Liquidity: unknown'],
    holders: ['unknown', 'Holders: unknown'],
    age: ['unknown', 'Age: unknown'],
  });
});

test('positive facts', () => {
  const solid = jetton(
    {
      verification: 'JVS_VERIFIED',
      mintable: false,
      modifiedContract: false,
      admin: { address: REVOKED_ADMIN },
      liquidityUsd: { value: '2500000000000', decimals: 6 },
    },
    { createdAt: '2024-01-29T07:50:00Z' },
  );
  expect(factsById(solid, { holders: '28650' })).toEqual({
    verification: ['positive', 'Verified'],
    supply: ['positive', 'Fixed supply'],
    contract: ['positive', 'Standard contract'],
    admin: ['positive', 'Admin revoked'],
    liquidity: ['positive', 'Liquidity $2.50M'],
    holders: ['positive', '28,650 holders'],
    age: ['positive', '2 y old'],
  });
});

test('holders and burned liquidity are facts with their source and age', () => {
  const liquidity = [
    {
      poolAddress: metadata.address,
      exchangeId: 'stonfi',
      snapshotAt: '2026-01-29T06:50:00Z',
      source: 'tonapi-holders',
      burnedPercent: 95.25,
      lockedPercent: 0,
    },
  ];
  const snapshot = { snapshotAt: '2026-01-29T07:20:00Z', source: 'import', topTenPercent: 41.5 };
  const data = { ...snapshot, liquidity, holders: [], addressBook: {} };
  expect(holderFacts({ data, isPending: false }, now)).toEqual([
    { id: 'concentration', tone: 'neutral', text: 'Top 10 holders: 41.5% (import, 30 min ago)' },
    {
      id: 'locked',
      tone: 'neutral',
      text: 'Liquidity on STON.fi: 95.3% burned, 0% in known lockers (tonapi-holders, 1 h ago)',
    },
  ]);
});

test.each([undefined, { holders: [], liquidity: [], addressBook: {} }])(
  'without %j, both are unknown',
  (data) => {
    expect(holderFacts({ data, isPending: false }, now).map(({ tone, text }) => [tone, text])).toEqual([
      ['unknown', 'Top 10 holders: unknown'],
      ['unknown', 'Burned or locked liquidity: unknown'],
    ]);
  },
);

test('holders that are being loaded are not called unknown', () => {
  expect(holderFacts({ data: undefined, isPending: true }, now).map(({ text }) => text)).toEqual([
    'Top 10 holders: loading',
    'Burned or locked liquidity: loading',
  ]);
});

test('warnings come first with their sources, and nothing about a honeypot is positive', () => {
  const record = { verification: 'JVS_VERIFIED', mintable: false };
  const warn = (...kinds: string[]) =>
    jetton({ ...record, warnings: kinds.map((kind) => ({ kind, source: 'stonfi' })) });
  expect(trustFacts(warn('taxable', 'honeypot'), { now }).slice(0, 4)).toEqual([
    { id: 'warning0', tone: 'negative', text: 'STON.fi: honeypot' },
    { id: 'warning1', tone: 'caution', text: 'STON.fi: taxed transfers' },
    { id: 'verification', tone: 'neutral', text: 'Verified' },
    { id: 'supply', tone: 'neutral', text: 'Fixed supply' },
  ]);
  expect(factsById(warn('suspicious'))).toMatchObject({
    warning0: ['caution', 'STON.fi: suspicious'],
    verification: ['positive', 'Verified'],
  });
});

test('facts that call for caution and negative facts', () => {
  const young = jetton(
    {
      verification: 'JVS_SCAM',
      mintable: true,
      modifiedContract: true,
      admin: { address: `0:${'2'.repeat(64)}` },
      liquidityUsd: { value: '9999', decimals: 0 },
      holdersCount: '999',
    },
    { createdAt: '2026-01-28T07:50:00Z' },
  );
  expect(Object.values(factsById(young)).map(([tone]) => tone)).toEqual([
    'negative',
    'caution',
    'negative',
    'caution',
    'caution',
    'caution',
    'caution',
  ]);
});

test.each([
  ['999', 'caution'],
  ['1000', 'neutral'],
  ['9999', 'neutral'],
  ['10000', 'positive'],
])('%s holders: %s', (holders, tone) => {
  expect(factsById(jetton(usd('10000')), { holders }).holders?.[0]).toBe(tone);
});

test('no fact about a scam is positive', () => {
  const scam = jetton({ verification: 'JVS_SCAM', mintable: false, admin: { address: TON_ADDRESS } });
  expect(factsById(scam, { holders: '28650' })).toMatchObject({
    supply: ['neutral', 'Fixed supply'],
    admin: ['neutral', 'Admin revoked'],
    holders: ['neutral', '28,650 holders'],
  });
});

test('many holders without liquidity to match are not positive', () => {
  const toneOf = (record: object) => factsById(jetton(record), { holders: '20882' }).holders?.[0];
  expect([{}, usd('246'), usd('9999'), usd('10000')].map(toneOf)).toEqual([
    'neutral',
    'neutral',
    'neutral',
    'positive',
  ]);
});

test('liquidity that hardly allows selling is negative', () => {
  expect(factsById(jetton(usd('999'))).liquidity).toEqual(['negative', 'Liquidity $999']);
  expect(factsById(jetton(usd('1000'))).liquidity?.[0]).toBe('caution');
});

test('a collapse of the price is reported with the shortest period, unless liquidity is high', () => {
  const at = (percent: number) => ({ percent, calculatedAt: undefined });
  const changes = { hour: at(-97.4), day: at(-98), week: at(-10) };
  const text = 'Collapsed: −97.4% in 1h, liquidity $9.00';
  expect(factsById(jetton(usd('9')), { changes }).collapse).toEqual(['negative', text]);
  expect(factsById(jetton(usd('9')), { changes: { day: at(-89) } }).collapse).toBeUndefined();
  expect(factsById(jetton(usd('100000')), { changes }).collapse).toBeUndefined();
  expect(factsById(jetton(), { changes }).collapse).toBeUndefined();
});

test.each([
  [97, 90, true, 'Admin of 97 jettons, 90 of them with liquidity under $1.00k'],
  [100, 90, false, 'Admin of 100+ jettons, 90+ of them with liquidity under $1.00k'],
  [97, 10, true, 'Has an admin'],
  [4, 4, true, 'Has an admin'],
])('an admin of %i jettons, %i without liquidity; all are known: %s', (count, illiquid, isAll, text) => {
  const owned = jetton({ admin: { address: `0:${'2'.repeat(64)}` } });
  const liquidity = Array.from({ length: count }, (_, index) => {
    if (index < illiquid) return index % 2 ? undefined : { value: '999', decimals: 0 };
    return { value: '1000', decimals: 0 };
  });
  expect(factsById(owned, { adminJettons: { liquidity, isAll } }).admin?.[1]).toBe(text);
});

test('no fact about an imitation is positive', () => {
  const record = { mintable: false, modifiedContract: false, ...usd('2500000') };
  const tones = Object.values(factsById(jetton(record), { isLookAlike: true })).map(([tone]) => tone);
  expect(tones).not.toContain('positive');
});
