import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { verificationStatuses } from '#contract/enums.ts';
import { rows } from '#service/store/store.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { trustScore } from './trust-score.ts';

const store = await openTestStore();
afterAll(() => store.close());

const at = new Date('2026-01-29T07:50:00Z');
const DAY = 86_400_000;

const facts = fc.record({
  verification: fc.constantFrom(...verificationStatuses),
  liquidity: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  holders: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
  ageDays: fc.option(fc.integer({ min: 0, max: 1_000 })),
  mintable: fc.option(fc.boolean()),
  modified: fc.option(fc.boolean()),
  trades: fc.option(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 1_000 }))),
});
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;

/** The README's table, written down a second time. */
function referenceScore(known: Facts): number {
  if (known.verification === 'JVS_SCAM') return 0;
  const share = { JVS_VERIFIED: 1, JVS_COMMUNITY_VERIFIED: 0.75, JVS_APPROVED: 0.5, JVS_NONE: 0 };
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const orders = (value: number | null, from: number) =>
    value === null || value === 0 ? 0 : within(Math.log10(value / from) / 3);
  const unless = (fact: boolean | null) => (fact === null ? 0.5 : Number(!fact));
  const [traders, transactions] = known.trades ?? [0, 0];
  return (
    30 * share[known.verification] +
    25 * orders(known.liquidity, 1_000) +
    15 * orders(known.holders, 100) +
    10 * within((known.ageDays ?? 0) / 365) +
    8 * unless(known.mintable) +
    7 * unless(known.modified) +
    5 * within(transactions === 0 ? 0 : traders / transactions / 0.5)
  );
}

async function scoreOf(known: Facts): Promise<number> {
  const value = (fact: unknown, type: string): SQL => sql`${fact}::${sql.raw(type)}`;
  const created = known.ageDays === null ? null : new Date(at.getTime() - known.ageDays * DAY).toISOString();
  const score = trustScore(
    {
      verification: value(known.verification, 'text'),
      liquidityUsd: value(known.liquidity, 'numeric'),
      holders: value(known.holders, 'bigint'),
      createdAt: value(created, 'timestamptz'),
      mintable: value(known.mintable, 'boolean'),
      modified: value(known.modified, 'boolean'),
      traders: value(known.trades?.[0] ?? null, 'bigint'),
      transactions: value(known.trades?.[1] ?? null, 'bigint'),
    },
    at,
  );
  const [row] = await rows<{ score: number }>(store.db, sql`select (${score})::int as score`);
  return row?.score ?? Number.NaN;
}

test('the trust score is the published sum, rounded', async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (known) => {
      // A half may fall to either side: the logarithms are floats.
      expect(Math.abs((await scoreOf(known)) - referenceScore(known))).toBeLessThanOrEqual(0.5 + 1e-9);
    }),
    { numRuns: 300 },
  );
});

test('it reaches from 0 to 100', async () => {
  const best: Facts = {
    verification: 'JVS_VERIFIED',
    liquidity: 1_000_000,
    holders: 100_000,
    ageDays: 365,
    mintable: false,
    modified: false,
    trades: [1, 2],
  };
  expect(await scoreOf(best)).toBe(100);
  expect(await scoreOf({ ...best, verification: 'JVS_SCAM' })).toBe(0);
});
