import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '#service/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { rows, type Store } from '#service/store/store.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { differences } from '#testing/differences.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { type FeedSchedule, runFeeds, splitMarket } from './run-feeds.ts';

/** Everything recorded about swaps and reserves, with addresses in place of ids. */
async function readRecorded({ db }: Store) {
  const swaps = await rows<Record<string, unknown>>(
    db,
    sql`select pool.address || ' ' || s.lt as key, s.time, trader.address as trader, s.sold0, s.dust,
        trim_scale(s.amount0)::text as amount0, trim_scale(s.amount1)::text as amount1,
        trim_scale(s.reserve0)::text as reserve0, trim_scale(s.reserve1)::text as reserve1, s.volume_usd
      from swap s join pool on pool.id = s.pool_id join trader on trader.id = s.trader_id`,
  );
  const pools = await rows<Record<string, unknown>>(
    db,
    sql`select pool.address as key, exchange, type, reserve0, reserve1, reserves_at,
        coalesce(j0.address, 'TON') as asset0, coalesce(j1.address, 'TON') as asset1
      from pool left join jetton j0 on j0.id = asset0 left join jetton j1 on j1.id = asset1`,
  );
  const byKey = (found: readonly Record<string, unknown>[]) =>
    Object.fromEntries(found.map((row) => [row.key, row]));
  return { swaps: byKey(swaps), pools: byKey(pools) };
}

const probability = (max: number) => fc.integer({ min: 0, max: 20 }).map((part) => (part * max) / 20);
const schedules: fc.Arbitrary<FeedSchedule> = fc.record({
  seed: fc.nat(1_000),
  faults: fc.record({
    seed: fc.nat(1_000),
    probabilities: fc.record({
      rateLimit: probability(0.1),
      rateLimitWithRetryAfter: probability(0.05),
      serverError: probability(0.1),
      shortBody: probability(0.1),
      cutJson: probability(0.1),
      hang: probability(0.02),
      duplicates: probability(0.5),
      reordering: probability(0.5),
      olderHead: probability(0.2),
    }),
    retryAfterSeconds: fc.constant(0),
    lateSwaps: fc.record({
      share: probability(0.3),
      minSeconds: fc.constant(1),
      maxSeconds: fc.constant(800),
    }),
    invalidEvents: probability(0.02),
  }),
  pauses: fc.array(
    fc.oneof(fc.constant(3), fc.integer({ min: 3, max: 120 }), fc.integer({ min: 60, max: 20_000 })),
    { minLength: 3, maxLength: 15 },
  ),
  interruptions: probability(0.3),
});

describeOnEachStore('feeds', (openEmptyStore) => {
  test('end with what an import would store, whatever goes wrong', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), schedules, async (marketSeed, schedule) => {
        const store = await openEmptyStore();
        const split = splitMarket(generateMarket(marketSeed), schedule.seed);
        const { market } = split;
        await runFeeds(store, split, schedule);
        const reference = await openTestStore();
        const { clock: asOf, stables } = market;
        const { exchanges } = readConfig({});
        await withDatasetFolder(market.files, (folder) =>
          importDataset(reference, { folder, asOf, exchanges, stables }),
        );
        expect(differences(await readRecorded(store), await readRecorded(reference))).toEqual([]);
        await reference.close();
        const incremental = await readComputedValues(store.db);
        await calculateEverything(store, market.clock);
        expect(differences(incremental, await readComputedValues(store.db))).toEqual([]);
      }),
      { numRuns: Number(process.env.RUNS ?? 3), endOnFailure: true },
    );
  });
});
