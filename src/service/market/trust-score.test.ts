import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { verificationStatuses } from '#contract/enums.ts';
import { warningKinds } from '#contract/jetton-warnings.ts';
import { rows } from '#service/store/database.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import {
  calculateTrustScores,
  jettonsWithLapsedTrustScore,
  trustCap,
  trustPoints,
  trustScore,
} from './trust-score.ts';

const store = await openTestStore();
afterAll(() => store.close());

const at = new Date('2026-01-29T07:50:00Z');
const DAY = 86_400_000;

const factorsArbitrary = fc.record({
  verification: fc.constantFrom(...verificationStatuses),
  liquidity: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  holders: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
  ageDays: fc.option(fc.integer({ min: 0, max: 1_000 })),
  mintable: fc.option(fc.boolean()),
  modified: fc.option(fc.boolean()),
  warnings: fc.uniqueArray(fc.constantFrom(...warningKinds), { maxLength: 2 }),
  trades: fc.option(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 1_000 }))),
});
type Factors = typeof factorsArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Reference implementation of the documented formula. */
function referenceScore(factors: Factors): number {
  if (factors.verification === 'JVS_SCAM') return 0;
  const share = { JVS_VERIFIED: 1, JVS_COMMUNITY_VERIFIED: 0.75, JVS_APPROVED: 0.5, JVS_NONE: 0 };
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const logShare = (value: number | null, from: number) =>
    value === null || value === 0 ? 0 : clamp(Math.log10(value / from) / 3);
  const shareUnless = (fact: boolean | null) => (fact === null ? 0.5 : Number(!fact));
  const [traders, transactions] = factors.trades ?? [0, 0];
  const caps = { honeypot: 10, fake: 10, blacklisted: 10, suspicious: 40, dmca_complaint: 40, taxable: 100 };
  return Math.min(
    ...factors.warnings.map((kind) => caps[kind]),
    30 * share[factors.verification] +
      25 * logShare(factors.liquidity, 1_000) +
      15 * logShare(factors.holders, 100) +
      10 * clamp((factors.ageDays ?? 0) / 365) +
      8 * shareUnless(factors.mintable) +
      7 * shareUnless(factors.modified) +
      5 * clamp(transactions === 0 ? 0 : traders / transactions / 0.5),
  );
}

async function calculateScore(factors: Factors): Promise<number> {
  const value = (fact: unknown, type: string): SQL => sql`${fact}::${sql.raw(type)}`;
  const created =
    factors.ageDays === null ? null : new Date(at.getTime() - factors.ageDays * DAY).toISOString();
  const verification = value(factors.verification, 'text');
  const points = trustPoints(
    {
      verification,
      liquidityUsd: value(factors.liquidity, 'numeric'),
      holders: value(factors.holders, 'bigint'),
      createdAt: value(created, 'timestamptz'),
      mintable: value(factors.mintable, 'boolean'),
      modified: value(factors.modified, 'boolean'),
      traders: value(factors.trades?.[0] ?? null, 'bigint'),
      transactions: value(factors.trades?.[1] ?? null, 'bigint'),
    },
    at,
  );
  const warned = sql`select 1 as jetton_id, kind
    from unnest(${sql.param(factors.warnings)}::text[]) as warning (kind)`;
  const score = trustScore(verification, points, trustCap(sql`1`));
  const [row] = await rows<{ score: number }>(
    store.db,
    sql`with jetton_warning as (${warned}) select (${score})::int as score`,
  );
  return row?.score ?? Number.NaN;
}

test('the trust score matches the documented formula', async () => {
  await fc.assert(
    fc.asyncProperty(factorsArbitrary, async (factors) => {
      // Halves may be rounded either way because logarithms are floats.
      expect(Math.abs((await calculateScore(factors)) - referenceScore(factors))).toBeLessThanOrEqual(
        0.5 + 1e-9,
      );
    }),
    { numRuns: 300 },
  );
});

test('the trust score ranges from 0 to 100', async () => {
  const best: Factors = {
    verification: 'JVS_VERIFIED',
    liquidity: 1_000_000,
    holders: 100_000,
    ageDays: 365,
    mintable: false,
    modified: false,
    warnings: [],
    trades: [1, 2],
  };
  expect(await calculateScore(best)).toBe(100);
  expect(await calculateScore({ ...best, verification: 'JVS_SCAM' })).toBe(0);
  expect(await calculateScore({ ...best, warnings: ['taxable', 'suspicious'] })).toBe(40);
});

test('a stored score that is not valid any more is calculated again', async () => {
  await importFiles(store, smallDataset());
  const jetton = addressOf('a');
  const calculate = async (time: Date, tonUsd: string) => {
    await calculateTrustScores(store.db, () => sql`true`, time, tonUsd);
    const [row] = await rows<{ id: number; score: number }>(
      store.db,
      sql`select id, trust_score as score from jetton where address = ${jetton}`,
    );
    if (!row) throw new RangeError('no such jetton');
    return row;
  };
  const isLapsed = async (id: number, time: Date, tonUsd: string) =>
    (await jettonsWithLapsedTrustScore(store.db, time, tonUsd)).includes(id);
  const [changes, kept] = [new Set<number>(), new Set<number>()];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 100, max: 1_000_000 }),
      fc.double({ min: 0, max: 60, noNaN: true }),
      fc.double({ min: 0.7, max: 1.4, noNaN: true }),
      async (ageDays, liquidity, laterDays, factor) => {
        await store.db.execute(sql`update jetton set given_trust_score = null, verification = 'JVS_NONE',
          created_at = ${new Date(at.getTime() - ageDays * DAY).toISOString()}::timestamptz,
          liquidity_ton = ${liquidity}, liquidity_usd = 0 where address = ${jetton}`);
        const before = await calculate(at, '2.5');
        const [later, tonUsd] = [new Date(at.getTime() + laterDays * DAY), String(2.5 * factor)];
        const lapsed = await isLapsed(before.id, later, tonUsd);
        const after = await calculate(later, tonUsd);
        expect(lapsed || after.score === before.score).toBe(true);
        if (after.score !== before.score) changes.add(after.score);
        if (!lapsed) kept.add(after.score);
      },
    ),
    { numRuns: 150, seed: 1 },
  );
  // Otherwise, all of them would be calculated in every round, or none.
  expect(changes.size).toBeGreaterThan(5);
  expect(kept.size).toBeGreaterThan(5);
});
