import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { type ListedJetton, readListedJetton } from '#web/api/decoding/untrusted.ts';
import { trustFacts } from './trust-facts.ts';

const now = new Date('2026-01-29T07:50:00Z');
const metadata = { address: `0:${'1'.repeat(64)}`, name: 'One', symbol: 'ONE', decimals: 9 };

function jetton(parts: object = {}, meta: object = {}): ListedJetton {
  const read = readListedJetton({ metadata: { ...metadata, ...meta }, ...parts }, []);
  if (!read) throw new Error('not a jetton');
  return read;
}

function said(of: ListedJetton, holders?: string) {
  return Object.fromEntries(trustFacts(of, holders, now).map(({ id, tone, text }) => [id, [tone, text]]));
}

test('of what is not known, nothing is said for or against', () => {
  expect(said(jetton())).toEqual({
    verification: ['care', 'Not verified'],
    supply: ['unknown', 'Supply can grow: unknown'],
    contract: ['unknown', 'Modified contract: unknown'],
    admin: ['even', 'No admin known'],
    liquidity: ['unknown', 'Liquidity: unknown'],
    holders: ['unknown', 'Holders: unknown'],
    age: ['unknown', 'Age: unknown'],
  });
});

test('what speaks for a jetton', () => {
  const solid = jetton(
    {
      verification: 'JVS_VERIFIED',
      mintable: false,
      modifiedContract: false,
      admin: { address: TON_ADDRESS },
      liquidityUsd: { value: '2500000000000', decimals: 6 },
    },
    { createdAt: '2024-01-29T07:50:00Z' },
  );
  expect(said(solid, '28650')).toEqual({
    verification: ['good', 'Verified'],
    supply: ['good', 'Supply cannot grow'],
    contract: ['good', 'Standard contract'],
    admin: ['good', 'Admin given up'],
    liquidity: ['good', 'Liquidity $2.50m'],
    holders: ['good', '28,650 holders'],
    age: ['good', '2 y old'],
  });
});

test('what calls for care, and what speaks against it', () => {
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
  expect(Object.values(said(young)).map(([tone]) => tone)).toEqual([
    'bad',
    'care',
    'bad',
    'care',
    'care',
    'care',
    'care',
  ]);
});

test.each([
  ['999', 'care'],
  ['1000', 'even'],
  ['9999', 'even'],
  ['10000', 'good'],
])('%s holders', (holders, tone) => {
  expect(said(jetton(), holders).holders?.[0]).toBe(tone);
});
