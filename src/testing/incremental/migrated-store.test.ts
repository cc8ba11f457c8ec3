import { expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { prepareData } from '#service/data.ts';
import { ingest } from '#service/ingest/ingest.ts';
import { silentProgress } from '#service/progress.ts';
import { differences } from '#testing/differences.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { expectedStatistics } from '#testing/oracle/jetton-responses.ts';
import { expectedTicks, sortedMarkets } from '#testing/oracle/market-responses.ts';
import { collectTicks } from '#testing/service/collect-pages.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { importGenerated, serve } from '#testing/service/imported-service.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { countTrades, downgrade } from '#testing/stores/previous-version.ts';
import { batchOf } from './schedule.ts';

describeOnEachStore('a store of the version before incremental analytics', (openEmptyStore) => {
  test('keeps its data, and all values are calculated at the next start', async () => {
    const store = await openEmptyStore();
    const market = generateMarket(9);
    const { world } = await importGenerated(store, market);
    const trades = await countTrades(store.db);
    await store.withExclusiveSession('jetscope', async (session) => {
      await downgrade(session, '0004_incremental_analytics');
      await session.migrate();
    });
    expect(await countTrades(store.db)).toBe(0);

    const settings = { AS_OF: market.clock.toISOString(), STABLES: market.stables.join(',') };
    await prepareData(store, serviceOf(settings, store).config, silentProgress);
    expect(await countTrades(store.db)).toBe(trades);
    const client = await serve(store, market);
    const address = [...world.dataset.jettons.keys()];
    const { items } = await client.call(operations.getJettonStatisticsList, { limit: 100 });
    const byAddress = Object.fromEntries(items.map((item) => [item.address, item]));
    const expected = Object.fromEntries(address.map((jetton) => [jetton, expectedStatistics(world, jetton)]));
    expect(differences(byAddress, expected)).toEqual([]);
    for (const jetton of address) {
      for (const of of sortedMarkets(world, jetton)) {
        const input = { address: jetton, poolAddress: of.pool.address, limit: 100 };
        expect(differences(await collectTicks(client, input), expectedTicks(world, of))).toEqual([]);
      }
    }

    // Its traders have no addresses, so that new ones must not get their ids.
    const [swap] = world.dataset.swaps;
    const repeated = swap ? [swap, { ...swap, lt: swap.lt + 500n }] : [];
    await store.transaction(async (db) => {
      await db.execute('update dataset set as_of = null');
    });
    const result = await ingest(store, market.clock, batchOf(world.dataset, [], repeated));
    expect(result).toEqual({ outcome: 'done', recorded: 1, duplicates: 1 });
  });
});
