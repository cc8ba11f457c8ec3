import { mkdirSync, rmSync } from 'node:fs';
import { calculateAll } from '#service/market/calculate.ts';
import { openStore } from '#service/open-store.ts';
import { queryPriceTicks } from '#service/operations/price-history.ts';
import type { Store, StoreLocation } from '#service/store/database.ts';
import { createDatabase } from '#testing/stores/create-database.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { startThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import { asOf, writeLargeDataset } from '#tools/bench/import/large-dataset.ts';
import { type LargeMarket, planMarket, USDT } from '#tools/bench/import/large-market.ts';
import { percentile } from '#tools/bench/percentile.ts';
import { alignedTable } from '#tools/bench/web/markdown-table.ts';
import { LiveTrades } from './live-trades.ts';
import { loadWithRunningClock } from './load-dataset.ts';
import { measureLoad } from './measure-load.ts';

const WORK = '.bench/live';
const JETTONS = 5_000;
const histories = (process.env.BENCH_HISTORIES ?? '250000,2000000').split(',').filter(Boolean).map(Number);
/** `embedded` or `server`; default both. */
const only = process.env.BENCH_ONLY;
const ROUND_SECONDS = 3;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
const SWAPS_PER_ROUND = 36;
const JETTONS_PER_ROUND = 20;
const TICK_PAGES = 100;
const BACK_FILL_BATCH = 2_000;
const BACK_FILL_BATCHES = 100;
const DAY_MS = 86_400_000;

/** Duration of the load test with 50,000 jettons; 0 to skip it. */
const loadSeconds = Number(process.env.BENCH_SECONDS ?? 300);
const LOAD = { swaps: 1_000_000, jettons: 50_000, pools: 75_000, traders: 100_000 };

mkdirSync(WORK, { recursive: true });
const loadTable: string[][] = [
  ['store', 'list p50, ms', 'list p99, ms', 'rejected, %', 'trade to API p50, ms', 'p95, ms', 'max, ms'],
];
const table: string[][] = [
  [
    'store',
    'swaps stored',
    'round p50, ms',
    'round p95, ms',
    'back-fill, swaps/s',
    'full calculation, s',
    '1,000 ticks p50, ms',
  ],
];
if (only !== 'server') {
  await measureStore('embedded', async (measure) => {
    const dataDir = `${WORK}/data`;
    rmSync(dataDir, { recursive: true, force: true });
    await measure({ dataDir });
    rmSync(dataDir, { recursive: true });
  });
}
if (only !== 'embedded') {
  const { url, remove } = await startThrowawayServer([]);
  await measureStore('server', async (measure) => {
    const { location, remove: drop } = await createDatabase(url);
    await measure(location);
    await drop();
  });
  await remove();
}
process.stdout.write(`${alignedTable(table)}\n\n`);
if (loadSeconds > 0) process.stdout.write(`${alignedTable(loadTable)}\n`);
process.exit();

async function measureStore(
  name: string,
  withLocation: (measure: (location: StoreLocation) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const swaps of histories) {
    const size = { swaps, jettons: JETTONS, pools: 1.5 * JETTONS, traders: swaps / 10 };
    const folder = `${WORK}/${swaps}-swaps`;
    await writeLargeDataset(folder, size);
    const market = planMarket(size);
    const trades = new LiveTrades(market);
    await withLocation(async (location) => {
      const store = await openStore(location);
      await loadWithRunningClock(store, folder);
      const times = await measureRounds(store, trades);
      const ticks = await measureTicks(store, market);
      const { perSecond, calculation } = await measureBackFill(store, trades);
      table.push([
        name,
        swaps.toLocaleString('en'),
        milliseconds(times, 0.5),
        milliseconds(times, 0.95),
        Math.round(perSecond).toLocaleString('en'),
        String(Math.round(calculation / 1000)),
        ticks.toFixed(1),
      ]);
      await store.close();
    });
  }
  if (loadSeconds > 0) await withLocation(async (location) => await measureUnderLoad(name, location));
}

async function measureUnderLoad(name: string, location: StoreLocation): Promise<void> {
  const folder = `${WORK}/${LOAD.jettons}-jettons`;
  await writeLargeDataset(folder, LOAD);
  const store = await openStore(location);
  await loadWithRunningClock(store, folder);
  const { lists, trades, rejected } = await measureLoad(
    store,
    new LiveTrades(planMarket(LOAD)),
    asOf,
    loadSeconds,
  );
  loadTable.push([
    name,
    milliseconds(lists, 0.5),
    milliseconds(lists, 0.99),
    (100 * rejected).toFixed(1),
    milliseconds(trades, 0.5),
    milliseconds(trades, 0.95),
    milliseconds(trades, 1),
  ]);
  await store.close();
}

/** Returns a percentile of sorted times, in whole milliseconds. */
function milliseconds(times: readonly number[], share: number): string {
  return percentile(times, share).toFixed(0);
}

/** Returns the sorted milliseconds of rounds with 36 swaps of 20 jettons, one of which prices TON. */
async function measureRounds(store: Store, trades: LiveTrades): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const now = new Date(asOf.getTime() + (round + 1) * ROUND_SECONDS * 1000);
    const pools = trades.pickPools(JETTONS_PER_ROUND);
    const swaps = Array.from({ length: SWAPS_PER_ROUND }, (_, index) => {
      const time = new Date(now.getTime() - (index % ROUND_SECONDS) * 1000);
      return trades.swap(pools[index % pools.length] ?? trades.pickPool(), time);
    });
    const started = performance.now();
    const { outcome } = await ingest(store, now, { swaps });
    if (outcome !== 'done') throw new Error(`unexpected outcome: ${outcome}`);
    if (round >= WARM_UP_ROUNDS) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

/** Returns the median of the milliseconds of a page of 1,000 ticks of the busiest pool, without HTTP. */
async function measureTicks(store: Store, { pools }: LargeMarket): Promise<number> {
  const [pool] = pools;
  if (!pool) throw new RangeError('the market has no pools');
  const query = { address: USDT, poolAddress: pool.address, limit: 1000 };
  const times: number[] = [];
  while (times.length < TICK_PAGES) {
    const started = performance.now();
    await queryPriceTicks(store.db, query, undefined, asOf);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[TICK_PAGES / 2] ?? 0;
}

interface BackFill {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly calculation: number;
}

/** Stores the swaps of a day without the service, then calculates everything. */
async function measureBackFill(store: Store, trades: LiveTrades): Promise<BackFill> {
  const end = new Date(asOf.getTime() + DAY_MS + 3600_000);
  const total = BACK_FILL_BATCH * BACK_FILL_BATCHES;
  const started = performance.now();
  for (let batch = 0; batch < BACK_FILL_BATCHES; batch += 1) {
    const swaps = Array.from({ length: BACK_FILL_BATCH }, (_, index) => {
      const age = DAY_MS * (1 - (batch * BACK_FILL_BATCH + index) / total);
      return trades.swap(trades.pickPool(), new Date(end.getTime() - age));
    });
    const { outcome } = await ingest(store, end, { swaps });
    if (outcome !== 'stale') throw new Error(`unexpected outcome: ${outcome}`);
  }
  const recorded = performance.now();
  await store.withExclusiveSession('jetscope', (session) => calculateAll(session, end));
  return {
    perSecond: total / ((recorded - started) / 1000),
    calculation: performance.now() - recorded,
  };
}
