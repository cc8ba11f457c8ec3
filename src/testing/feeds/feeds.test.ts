import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '#testing/differences.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { readRecorded, recordedByImport } from './read-recorded.ts';
import { type FeedSchedule, runFeeds, splitMarket } from './run-feeds.ts';

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
      tinyElements: probability(0.01),
      nestedRow: probability(0.05),
      duplicates: probability(0.5),
      reordering: probability(0.5),
      olderHead: probability(0.2),
      wrongHead: probability(0.1),
      shiftedClock: probability(0.05),
      slow: probability(0.02),
    }),
    retryAfterSeconds: fc.constant(0),
    slowMilliseconds: fc.constant(200),
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
  test('end with what an import would store, whatever goes wrong', {
    timeout: timeLimit(600_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), schedules, async (marketSeed, schedule) => {
        const store = await openEmptyStore();
        const split = splitMarket(generateMarket(marketSeed), schedule.seed);
        await runFeeds(store, split, schedule);
        expect(differences(await readRecorded(store), await recordedByImport(split.market))).toEqual([]);
        const incremental = await readComputedValues(store);
        await calculateEverything(store, split.market.clock);
        expect(differences(incremental, await readComputedValues(store))).toEqual([]);
      }),
      // A run takes seconds, so that shrinking would take minutes.
      { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: true },
    );
  });
});
