import { setTimeout as delay } from 'node:timers/promises';
import { orders } from '#contract/enums.ts';
import { sortFields } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { calculateAll } from '#service/market/calculate.ts';
import { storeNextCandles } from '#service/market/candle-backlog.ts';
import { marketSource } from '#service/operations/markets.ts';
import { queryPriceTicks } from '#service/operations/price-history.ts';
import type { Store } from '#service/store/database.ts';
import { Random } from '#testing/market/random.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { asOf, openMarket } from './dataset.ts';
import { listOf, type Market, type Trades, USDT } from './market.ts';
import { alignedTable, median, percentile, print } from './report.ts';
import { sendRequest, serve } from './service.ts';
import { onEachEngine } from './stores.ts';

const WORK = '.bench/live';
const JETTONS = 5_000;
const histories = (process.env.BENCH_HISTORIES ?? '250000,2000000').split(',').filter(Boolean).map(Number);
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
const SWAPS_PER_SECOND = 12;
const REQUESTS_PER_SECOND = 50;

const times = [
  'candles, s',
  'longest transaction, ms',
  'round p50, ms',
  'round p95, ms',
  'back-fill, swaps/s',
  'full calculation, s',
  '1,000 ticks p50, ms',
];
const table = [['store', 'swaps stored', ...times]];
const loadTable = [
  ['store', 'list p50, ms', 'list p99, ms', 'rejected, %', 'trade to API p50, ms', 'p95, ms', 'max, ms'],
];
await onEachEngine(async (withStore, engine) => {
  for (const swaps of histories)
    await withStore(async (location) => {
      const size = { swaps, jettons: JETTONS, pools: 1.5 * JETTONS, traders: swaps / 10 };
      const { store, market, trades } = await openMarket(location, `${WORK}/${swaps}-swaps`, size);
      const candles = await measureCandles(store);
      const rounds = await measureRounds(store, trades);
      const ticks = await measureTicks(store, market);
      table.push([
        engine,
        swaps.toLocaleString('en'),
        (candles.reduce((sum, duration) => sum + duration, 0) / 1000).toFixed(1),
        milliseconds(candles, 1),
        milliseconds(rounds, 0.5),
        milliseconds(rounds, 0.95),
        ...(await measureBackFill(store, trades)),
        ticks.toFixed(1),
      ]);
      await store.close();
    });
  if (loadSeconds > 0)
    await withStore(async (location) => {
      const { store, trades } = await openMarket(location, `${WORK}/${LOAD.jettons}-jettons`, LOAD);
      loadTable.push([engine, ...(await measureLoad(store, trades))]);
      await store.close();
    });
});
print(`${alignedTable(table)}\n`);
if (loadSeconds > 0) print(alignedTable(loadTable));
process.exit();

/** Returns a percentile in whole milliseconds. */
function milliseconds(durations: readonly number[], share: number): string {
  return percentile(durations, share).toFixed(0);
}

/** Returns the milliseconds of the transactions that store the candles after the import. */
async function measureCandles(store: Store): Promise<number[]> {
  const durations: number[] = [];
  let hasMore = true;
  while (hasMore) {
    const started = performance.now();
    hasMore = await storeNextCandles(store);
    durations.push(performance.now() - started);
  }
  return durations;
}

/** Returns the milliseconds of rounds with 36 swaps of 20 jettons, one of which prices TON. */
async function measureRounds(store: Store, trades: Trades): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const now = new Date(asOf.getTime() + (round + 1) * ROUND_SECONDS * 1000);
    const pools = trades.pickPools(JETTONS_PER_ROUND);
    const swaps = listOf(SWAPS_PER_ROUND, (index) => {
      const time = new Date(now.getTime() - (index % ROUND_SECONDS) * 1000);
      return trades.swap(pools[index % pools.length] ?? trades.pickPool(), time);
    });
    const started = performance.now();
    const { outcome } = await ingest(store, now, { swaps });
    if (outcome !== 'done') throw new Error(`unexpected outcome: ${outcome}`);
    if (round >= WARM_UP_ROUNDS) durations.push(performance.now() - started);
  }
  return durations;
}

/** Returns the median of the milliseconds of a page of 1,000 ticks of the busiest pool, without HTTP. */
async function measureTicks(store: Store, { pools: [pool] }: Market): Promise<number> {
  if (!pool) throw new RangeError('the market has no pools');
  const market = marketSource(USDT, pool.address);
  const durations: number[] = [];
  while (durations.length < TICK_PAGES) {
    const started = performance.now();
    await queryPriceTicks(store.db, market, { limit: 1000 }, undefined, asOf);
    durations.push(performance.now() - started);
  }
  return median(durations);
}

/** Stores the swaps of a day without the service, then calculates everything. Returns swaps per second, and seconds. */
async function measureBackFill(store: Store, trades: Trades): Promise<string[]> {
  const end = new Date(asOf.getTime() + DAY_MS + 3600_000);
  const total = BACK_FILL_BATCH * BACK_FILL_BATCHES;
  const started = performance.now();
  for (let batch = 0; batch < BACK_FILL_BATCHES; batch += 1) {
    const swaps = listOf(BACK_FILL_BATCH, (index) => {
      const age = DAY_MS * (1 - (batch * BACK_FILL_BATCH + index) / total);
      return trades.swap(trades.pickPool(), new Date(end.getTime() - age));
    });
    const { outcome } = await ingest(store, end, { swaps });
    if (outcome !== 'stale') throw new Error(`unexpected outcome: ${outcome}`);
  }
  const recorded = performance.now();
  await store.withExclusiveSession('jetscope', (session) => calculateAll(session, end));
  const perSecond = Math.round(total / ((recorded - started) / 1000));
  return [perSecond.toLocaleString('en'), String(Math.round((performance.now() - recorded) / 1000))];
}

/**
 * Ingests swaps once a second, as a feed that polls every second would, while clients request the first pages of lists
 * of all orders.
 */
async function measureLoad(store: Store, trades: Trades): Promise<string[]> {
  const started = performance.now();
  const now = () => new Date(asOf.getTime() + performance.now() - started);
  const { app, address } = await serve(store, { fixed: false, now });
  const end = started + loadSeconds * 1000;
  const [lists, delays] = await Promise.all([
    requestLists(address, end),
    ingestTrades(store, trades, now, end),
  ]);
  await app.close();
  return [
    milliseconds(lists.durations, 0.5),
    milliseconds(lists.durations, 0.99),
    (100 * lists.rejected).toFixed(1),
    milliseconds(delays, 0.5),
    milliseconds(delays, 0.95),
    milliseconds(delays, 1),
  ];
}

/** Returns milliseconds, and the share of requests that were not answered, because the service was overloaded. */
async function requestLists(address: string, end: number) {
  const random = new Random(4);
  const durations: number[] = [];
  let rejected = 0;
  const pending = new Set<Promise<void>>();
  while (performance.now() < end) {
    const filter = { sort: random.pick(sortFields), order: random.pick(orders), limit: 50 };
    const started = performance.now();
    const request = sendRequest(address, toRequest(operations.getJettonMetricsList, filter))
      .then(
        () => void durations.push(performance.now() - started),
        () => {
          rejected += 1;
        },
      )
      .finally(() => pending.delete(request));
    pending.add(request);
    await delay(1000 / REQUESTS_PER_SECOND);
  }
  await Promise.all(pending);
  return { durations, rejected: rejected / (durations.length + rejected) };
}

/** Returns the milliseconds from each trade to the commit that makes it visible. */
async function ingestTrades(store: Store, trades: Trades, now: () => Date, end: number): Promise<number[]> {
  const delays: number[] = [];
  let from = now();
  while (performance.now() < end) {
    await delay(1000 - ((now().getTime() - from.getTime()) % 1000));
    const to = now();
    const elapsed = to.getTime() - from.getTime();
    const count = Math.round((SWAPS_PER_SECOND * elapsed) / 1000);
    const swaps = listOf(count, (index) =>
      trades.swap(trades.pickPool(), new Date(to.getTime() - (elapsed * index) / count)),
    );
    await ingest(store, to, { swaps });
    delays.push(...swaps.map(({ time }) => now().getTime() - time.getTime()));
    from = to;
  }
  return delays;
}
