import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { decodeListedJetton, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { trustFacts } from './trust-facts.ts';

const now = new Date('2026-01-29T07:50:00Z');
const metadata = { address: `0:${'1'.repeat(64)}`, name: 'One', symbol: 'ONE', decimals: 9 };

function jetton(record: object = {}, meta: object = {}): ListedJetton {
  const decoded = decodeListedJetton({ metadata: { ...metadata, ...meta }, ...record }, []);
  if (!decoded) throw new Error('not a jetton');
  return decoded;
}

function factsById(of: ListedJetton, holders?: string) {
  return Object.fromEntries(trustFacts(of, holders, now).map(({ id, tone, text }) => [id, [tone, text]]));
}

test('missing values are reported as unknown', () => {
  expect(factsById(jetton())).toEqual({
    verification: ['caution', 'Not verified'],
    supply: ['unknown', 'Mintable: unknown'],
    contract: ['unknown', 'Modified contract: unknown'],
    admin: ['neutral', 'No known admin'],
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
      admin: { address: TON_ADDRESS },
      liquidityUsd: { value: '2500000000000', decimals: 6 },
    },
    { createdAt: '2024-01-29T07:50:00Z' },
  );
  expect(factsById(solid, '28650')).toEqual({
    verification: ['positive', 'Verified'],
    supply: ['positive', 'Fixed supply'],
    contract: ['positive', 'Standard contract'],
    admin: ['positive', 'Ownership renounced'],
    liquidity: ['positive', 'Liquidity $2.50m'],
    holders: ['positive', '28,650 holders'],
    age: ['positive', '2 y old'],
  });
});

test('warnings come first with their sources, and nothing about a honeypot is positive', () => {
  const record = { verification: 'JVS_VERIFIED', mintable: false };
  const warn = (...kinds: string[]) =>
    jetton({ ...record, warnings: kinds.map((kind) => ({ kind, source: 'stonfi' })) });
  expect(trustFacts(warn('taxable', 'honeypot'), undefined, now).slice(0, 4)).toEqual([
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
  expect(factsById(jetton(), holders).holders?.[0]).toBe(tone);
});

test('no fact about a scam is positive', () => {
  const scam = jetton({ verification: 'JVS_SCAM', mintable: false, admin: { address: TON_ADDRESS } });
  expect(factsById(scam, '28650')).toMatchObject({
    supply: ['neutral', 'Fixed supply'],
    admin: ['neutral', 'Ownership renounced'],
    holders: ['neutral', '28,650 holders'],
  });
});
