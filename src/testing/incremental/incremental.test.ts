import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '#testing/differences.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { calculateEverything, runSchedule, type Schedule } from './schedule.ts';
import { readComputedValues } from './stored-values.ts';

const schedules: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat(1_000),
  steps: fc.array(
    fc.record({
      pause: fc.oneof(
        fc.constant(0),
        fc.integer({ min: -120, max: 120 }),
        fc.integer({ min: 0, max: 3600 }),
        fc.integer({ min: 0, max: 3 * 86_400 }),
      ),
      swaps: fc.nat(60),
      repeated: fc.nat(5),
      addsPool: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

describeOnEachStore('after any schedule of batches', (openEmptyStore) => {
  test('all values equal those of a full calculation', { timeout: timeLimit(300_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), schedules, async (marketSeed, schedule) => {
        const store = await openEmptyStore();
        const market = generateMarket(marketSeed);
        await runSchedule(store, market, schedule);
        const incremental = await readComputedValues(store.db);
        await calculateEverything(store, market.clock);
        expect(differences(incremental, await readComputedValues(store.db))).toEqual([]);
      }),
      { numRuns: Number(process.env.RUNS ?? 10) },
    );
  });
});
