import { sql } from 'drizzle-orm';
import { TON_ADDRESS } from '#contract/address.ts';
import { type CandleInterval, candleIntervals, getJettonMarketCandles } from '#contract/candles.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { fixedClock } from '#service/config/context.ts';
import { discardCandles } from '#service/market/candle-backlog.ts';
import { insertAllTrades } from '#service/market/trade-values.ts';
import { type Database, rows, type Store, type StoreLocation } from '#service/store/database.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';
import { asOf, openMarket } from './dataset.ts';
import { compareWithDuckDb, processorSeconds } from './duckdb.ts';
import type { Pool } from './market.ts';
import { alignedTable, describeMachine, median, print } from './report.ts';
import { sendRequest, serve } from './service.ts';
import { onServer } from './stores.ts';

const WORK = '.bench/candles';
const PAGE = 1_000;
const ROUNDS = 20;
const WARM_UP_ROUNDS = 3;
/** Swaps of the busiest pool, and of the market that is compared with DuckDB; 0 to skip either. */
const poolSwaps = Number(process.env.BENCH_POOL_SWAPS ?? 10_000_000);
const marketSwaps = Number(process.env.BENCH_SWAPS ?? 2_000_000);
const SPARSE_SWAPS = 10_000;
/** 20 swaps a minute, and 2.4: hardly more than what is derived for each request. */
const SECONDS_BETWEEN_SWAPS = { dense: 3, medium: 25 };

print(`${describeMachine()}, Node ${process.version}, PostgreSQL server.\n`);
await onServer(async (withStore) => {
  if (poolSwaps > 0) await withStore(measurePools);
  if (marketSwaps > 0) await withStore(measureMarket);
});
process.exit();

/** Compares pages of pools with many swaps to those of one with few over the same time. */
async function measurePools(location: StoreLocation): Promise<void> {
  const size = { swaps: 2_000, jettons: 4, pools: 4, traders: 20_000 };
  const { store, market } = await openMarket(location, `${WORK}/pools`, size);
  const [, dense, medium, sparse] = market.pools;
  if (!dense || !medium || !sparse) throw new RangeError('the market has too few pools');
  const seconds = poolSwaps * SECONDS_BETWEEN_SWAPS.dense;
  const mediumSwaps = Math.floor(seconds / SECONDS_BETWEEN_SWAPS.medium);
  await store.withExclusiveSession('jetscope', async ({ db }) => {
    await withoutIndexes(db, async () => {
      await replaceSwaps(db, dense, poolSwaps, SECONDS_BETWEEN_SWAPS.dense);
      await replaceSwaps(db, medium, mediumSwaps, SECONDS_BETWEEN_SWAPS.medium);
      await replaceSwaps(db, sparse, SPARSE_SWAPS, seconds / SPARSE_SWAPS);
      await db.execute(sql`truncate trade`);
      // Otherwise the planner expects few swaps.
      await db.execute(sql`analyze swap`);
      await insertAllTrades(db, () => sql`true`);
    });
    await discardCandles(db);
    await db.execute(sql`vacuum analyze`);
  });
  const count = (swaps: number) => `${swaps.toLocaleString('en')} swaps`;
  const pools = new Map([
    [count(SPARSE_SWAPS), sparse],
    [count(mediumSwaps), medium],
    [count(poolSwaps), dense],
  ]);
  // Longer candles of the busiest pool would take too long.
  print(`Derived from the ticks:\n\n${await pageTable(store, pools, ['1m', '5m'])}\n`);
  await storeAllCandles(store);
  await store.withExclusiveSession('jetscope', ({ db }) => db.execute(sql`vacuum analyze candle`));
  print(`Stored:\n\n${await pageTable(store, pools, candleIntervals.slice(0, -2))}\n`);
  print(`${await describeSize(store)}\n`);
  await store.close();
}

/** Builds the secondary indexes of swaps and trades anew after `work`, which is faster than inserting into them. */
async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await rows<{ name: string; definition: string }>(
    db,
    sql`select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema and tablename in ('swap', 'trade') and indexdef not like 'CREATE UNIQUE%'`,
  );
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
}

/** Replaces the swaps of a pool by `count` ones that are that many seconds apart. */
async function replaceSwaps(db: Database, pool: Pool, count: number, seconds: number): Promise<void> {
  const [id] = await rows<{ id: number }>(db, sql`select id from pool where address = ${pool.address}`);
  const poolId = sql.raw(String(id?.id));
  await db.execute(sql`delete from swap where pool_id = ${poolId}`);
  await db.execute(sql`
    insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1)
    select ${poolId}, to_timestamp(${asOf.getTime() / 1000}::float8 - (${count}::float8 - index) * ${seconds}::float8),
      66000000000000 + 1000 * index::bigint, traders[1 + floor(random() * cardinality(traders))::integer], random() < 0.5, false,
      round((ton * ${pool.units0}::float8)::numeric), round((ton * (1 + 0.2 * random()) * ${pool.units1}::float8)::numeric)
    from (select array_agg(id) as traders from trader) as known,
      (select index, 10 ^ (4 * random()) as ton from generate_series(1, ${count}::integer) as index) as swap_values`);
}

/** Measures pages alternately, so that all pools are read under the same conditions. */
async function pageTable(
  store: Store,
  pools: ReadonlyMap<string, Pool>,
  intervals: readonly CandleInterval[],
): Promise<string> {
  const { app, address: origin } = await serve(store, fixedClock(asOf));
  const [first = ''] = pools.keys();
  const table = [['median, ms', ...pools.keys(), `${[...pools.keys()].at(-1)} / ${first}`]];
  for (const interval of intervals) {
    const durations = new Map([...pools.keys()].map((name) => [name, [] as number[]]));
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
      for (const [name, pool] of pools) {
        const request = toRequest(getJettonMarketCandles, { ...marketOf(pool), interval, limit: PAGE });
        const started = performance.now();
        await sendRequest(origin, request);
        if (round >= WARM_UP_ROUNDS) durations.get(name)?.push(performance.now() - started);
      }
    const medians = [...durations.values()].map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 0);
    table.push([interval, ...medians.map((value) => value.toFixed(1)), ratio.toFixed(2)]);
  }
  await app.close();
  return alignedTable(table);
}

function marketOf({ address, asset0, asset1 }: Pool) {
  return { address: asset0 === TON_ADDRESS ? asset1 : asset0, poolAddress: address };
}

async function measureMarket(location: StoreLocation): Promise<void> {
  const size = { swaps: marketSwaps, jettons: 5_000, pools: 7_500, traders: marketSwaps / 10 };
  const { store } = await openMarket(location, `${WORK}/${marketSwaps}-swaps`, size);
  const before = await processorSeconds(store);
  const started = performance.now();
  await storeAllCandles(store);
  const wall = (performance.now() - started) / 1000;
  const seconds = (await processorSeconds(store)) - before;
  print(`${await describeSize(store)}\n`);
  print(await compareWithDuckDb(store, `${WORK}/duckdb`, { seconds, wall }));
  await store.close();
}

/** Describes the space that stored candles add to that of swaps. */
async function describeSize({ db }: Store): Promise<string> {
  const lengths = await rows<{ length: number; count: number }>(
    db,
    sql`select length, count(*)::int as count from candle group by 1 order by 1`,
  );
  const [size] = await rows<{ swaps: number; candle: number; others: number }>(
    db,
    sql`select (select count(*)::int from swap) as swaps, pg_total_relation_size('candle')::float8 as candle,
      (pg_total_relation_size('swap') + pg_total_relation_size('trade'))::float8 as others`,
  );
  if (!size) throw new Error('no size');
  const { swaps, candle, others } = size;
  const counts = lengths.map(({ length, count }) => `${count.toLocaleString('en')} of ${length} s`);
  const share = ((100 * candle) / others).toFixed(1);
  return `${swaps.toLocaleString('en')} swaps, candles: ${counts.join(', ')}; ${(candle / swaps).toFixed(0)} bytes a swap, ${share} % of swap and trade (${(others / swaps).toFixed(0)}).`;
}
