import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '#service/open-store.ts';
import { differences } from '#testing/differences.ts';
import { eventually } from '#testing/eventually.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { batchOf, calculateEverything, importStart, ingestBatch } from './schedule.ts';
import { readComputedValues } from './stored-values.ts';

const KILLS = 10;
const MARKET = 8;

let command: BundledCommand;
beforeAll(async () => {
  command = await bundleCommand('src/testing/incremental/ingest-forever.ts');
});
afterAll(() => command.remove());

describeOnEachStore('a service that is killed while it ingests', (_, newLocation) => {
  test(`loses nothing and counts nothing twice, ${KILLS} times`, {
    timeout: timeLimit(300_000),
  }, async () => {
    const random = new Random(1);
    const market = generateMarket(MARKET);
    const location = await newLocation();
    const first = await openStore(location);
    const start = await importStart(first, market, new Date(market.clock.getTime() - 1800_000), random);
    await first.close();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = command.start(location, String(MARKET), String(kill));
      await running.reached('ingested');
      // At random moments of a round.
      await delay(random.whole(0, 300));
      running.kill();
      expect(await running.outcome).toMatchObject({ signal: 'SIGKILL' });
    }
    const store = await openStore(location);
    const { dataset, pendingPools } = start;
    const batch = batchOf(dataset, pendingPools, dataset.swaps);
    // A server holds the lock of a client that was killed until its statement has ended.
    await eventually(() => ingestBatch(store, market.clock, batch));
    const incremental = await readComputedValues(store);
    expect(Object.keys(incremental.trade ?? {}).length).toBeGreaterThan(dataset.swaps.length);
    await calculateEverything(store, market.clock);
    expect(differences(incremental, await readComputedValues(store))).toEqual([]);
    await store.close();
  });
});
