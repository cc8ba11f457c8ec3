import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { calculateTraded } from '#service/analytics/calculate.ts';
import { type NewSwap, recordSwaps } from '#service/analytics/record-swaps.ts';
import { rows, type Store } from '#service/store/store.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { differences } from '#testing/differences.ts';
import { type GeneratedMarket, generateMarket } from '#testing/market/market-generator.ts';
import type { Swap } from '#testing/oracle/dataset.ts';
import {
  expectedMetrics,
  expectedPriceChanges,
  expectedTransactions,
  expectedVolume,
} from '#testing/oracle/jetton-responses.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { worldAt } from '#testing/oracle/world.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { importGenerated, serve } from './imported-service.ts';

const MINUTE = 60_000;

/** Returns the market with volume and reserves on all swaps after `start`, like the swaps of a running market. */
function withCompleteSwapsAfter(start: number, { files, ...market }: GeneratedMarket): GeneratedMarket {
  const swaps = files.swaps.map((swap, index) =>
    Number(swap.event_time) * 1000 > start
      ? {
          ...swap,
          volume_usd: String(index),
          reserve0_raw: `${index}000000000`,
          reserve1_raw: `${index}0000`,
        }
      : swap,
  );
  return { ...market, files: { ...files, swaps } };
}

function newSwap(
  { time, lt, sold, amounts, volumeUsd, reserves }: Swap,
  poolId: number,
  index: number,
): NewSwap {
  if (!volumeUsd || !reserves) throw new Error('New swaps need volume and reserves');
  return {
    poolId,
    time: new Date(time),
    lt,
    // Traders are not compared: the store does not keep their addresses.
    traderId: 1_000 + index,
    sold0: sold === 0,
    amount0: amounts[0],
    amount1: amounts[1],
    volumeUsd: volumeUsd.rounded(0).toString(),
    reserve0: reserves[0],
    reserve1: reserves[1],
  };
}

async function record(store: Store, swaps: readonly Swap[]): Promise<number[]> {
  const pools = await rows<{ id: number; address: string }>(store.db, sql`select id, address from pool`);
  const ids = new Map(pools.map(({ id, address }) => [address, id]));
  return recordSwaps(
    store.db,
    swaps.map((swap, index) => newSwap(swap, ids.get(swap.pool) ?? 0, index)),
  );
}

describeOnEachStore('a running market', (openEmptyStore) => {
  test.each([1, 2, 3])('jettons are up to date right after trades: market %i', async (seed) => {
    const { clock } = generateMarket(seed);
    const start = clock.getTime() - 90 * MINUTE;
    const market = withCompleteSwapsAfter(start, generateMarket(seed));
    const dataset = await withDatasetFolder(market.files, readDataset);
    const world = worldAt(dataset, market.stables, clock);
    const added = [...world.swaps.values()].flat().filter(({ time }) => time > start);
    const before = market.files.swaps.filter(({ event_time }) => Number(event_time) * 1000 <= start);

    const store = await openEmptyStore();
    await importGenerated(store, {
      ...market,
      clock: new Date(start),
      files: { ...market.files, swaps: before },
    });
    const traded = await record(store, added);
    await calculateTraded(store.db, traded, clock);

    const addresses = await rows<{ address: string }>(
      store.db,
      sql`select address from jetton where id = any(${sql.param(traded)}::int[])`,
    );
    const address = addresses.map((row) => row.address);
    expect(address.length).toBeGreaterThan(2);
    const client = await serve(store, { clock, stables: market.stables });
    const metrics = await client.call(operations.getJettonMetricsList, {
      address,
      currency: 'eur',
      limit: 100,
    });
    for (const { trustScore, ...item } of metrics.items) {
      expect(trustScore).toBeDefined();
      expect(differences(item, expectedMetrics(world, item.address, 'eur'))).toEqual([]);
    }
    const statistics = await client.call(operations.getJettonStatisticsList, { address, limit: 100 });
    expect(statistics.items).toHaveLength(address.length);
    for (const { address: jetton, priceChange, transactions, volume } of statistics.items) {
      const expected = {
        priceChange: {
          ton: expectedPriceChanges(world, jetton, 'ton'),
          usd: expectedPriceChanges(world, jetton, 'usd'),
        },
        transactions: expectedTransactions(world, jetton, 'total'),
        sold: expectedVolume(world, jetton, 'sell', 'usd'),
      };
      expect(differences({ priceChange, transactions, sold: volume.sellUsd }, expected)).toEqual([]);
    }
  });
});
