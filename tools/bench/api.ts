import type { SQL } from 'drizzle-orm';
import { type CandleInterval, getJettonMarketCandles } from '#contract/candles.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { toRequest, type WireRequest } from '#contract/request-encoding.ts';
import { search } from '#contract/search.ts';
import { getJettonTransactions } from '#contract/transactions.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';
import { describeMachine, percentile, print } from './report.ts';
import { CONNECTIONS, call, prepareSimulatedMarket, sendRequest, startBenchService } from './service.ts';

const DEFAULT_JETTONS = 200_000;
const WARM_UP_ROUNDS = 300;
const WARM_UP_MS = 3_000;
const ROUNDS = 300;
const MIN_ROUNDS = 30;
const MILLISECONDS_PER_CASE = 8_000;
const THROUGHPUT_MS = 2_000;
/** Parts of the names of cases; by default all are measured. */
const selected = (process.env.BENCH_CASES ?? '').split(',');

const byVolume: JettonListFilterInput = { sort: 'volume24h', order: 'desc' };

const sixFilters: JettonListFilterInput = {
  excludeScam: true,
  liquidity: { usd: { min: { value: '1000' } } },
  holders: { min: '50' },
  trustScore: { min: '20' },
  priceChange: { ton: { day: { min: -50, max: 200 } } },
  verification: ['JVS_NONE', 'JVS_APPROVED', 'JVS_COMMUNITY_VERIFIED', 'JVS_VERIFIED'],
};

// Each filter alone has many matches, but all together have none: no single index can decide that.
const noMatchFilters: JettonListFilterInput = {
  ...byVolume,
  liquidity: { usd: { min: { value: '1000000' } } },
  holders: { max: '1' },
  trustScore: { min: '95' },
};

const {
  address: origin,
  store,
  statementsOf,
  close,
} = await startBenchService(prepareSimulatedMarket(Number(process.env.BENCH_JETTONS ?? DEFAULT_JETTONS)));
try {
  print(`${describeMachine()},`);
  print(
    `Node ${process.version}, ${store.engine} store, one process; milliseconds, requests one after another;`,
  );
  print(`req/s with ${CONNECTIONS} connections.\n`);
  print('| | HTTP p50 | p99 | req/s | SQL p50 | p99 | HTTP / SQL |');
  print('|---|---|---|---|---|---|---|');
  await storeAllCandles(store);
  for (const [name, request] of Object.entries(await benchRequests()))
    if (selected.some((part) => name.includes(part)))
      print(await measure(name, typeof request === 'function' ? await request() : request));
} finally {
  await close();
}
process.exit();

/** A request, or what finds its cursor by paginating. */
type BenchRequest = WireRequest | (() => Promise<WireRequest>);

/** Returns the requests of the benchmark by name, for jettons and pools of the running service. */
async function benchRequests(): Promise<Readonly<Record<string, BenchRequest>>> {
  const list = (filter: JettonListFilterInput) => toRequest(operations.getJettons, filter);
  const { jettons } = await call(origin, operations.getJettons, { ...byVolume, limit: 100 });
  const address = jettons.map(({ metadata }) => metadata.address);
  const [busiest = ''] = address;
  const { markets } = await call(origin, operations.getJettonMarkets, { address: busiest });
  const pool = { address: busiest, poolAddress: markets[0]?.poolAddress ?? '' };
  const candles = (interval: CandleInterval) =>
    toRequest(getJettonMarketCandles, { ...pool, interval, limit: 1000 });
  const trades = { address: busiest, limit: 100 };
  const { transactions } = await call(origin, getJettonTransactions, trades);
  const who = transactions.at(-1)?.who;
  return {
    'first page, 20 jettons': list(byVolume),
    'page 500': async () => list({ ...byVolume, cursor: await cursorOfPage(500) }),
    'first page, 100 jettons': list({ ...byVolume, limit: 100 }),
    'six filters, by volume': list({ ...sixFilters, ...byVolume }),
    'six filters, by age': list({ ...sixFilters, sort: 'createdAt', order: 'asc' }),
    'six filters, by trust': list({ ...sixFilters, sort: 'trustScore', order: 'desc' }),
    'filters without matches': list(noMatchFilters),
    'search, many matches': list({ ...byVolume, search: 'coin' }),
    'search, no matches': list({ ...byVolume, search: 'zzqxj' }),
    'suggestions, many matches': toRequest(search, { q: 'hedgehog', limit: 6 }),
    'suggestions, one typing error': toRequest(search, { q: 'hedgehgo', limit: 6 }),
    'suggestions, two typing errors': toRequest(search, { q: 'hgedehgo', limit: 6 }),
    'suggestions, no matches': toRequest(search, { q: 'zzqxjzzqxj', limit: 6 }),
    'statistics of 100 addresses': toRequest(operations.getJettonStatisticsList, { address, limit: 100 }),
    '1,000 ticks': toRequest(operations.getJettonMarketPriceHistory, { ...pool, limit: 1000 }),
    '1,000 candles of a minute': candles('1m'),
    '1,000 candles of an hour': candles('1h'),
    '100 transactions': toRequest(getJettonTransactions, trades),
    '100 transactions, oldest': async () =>
      toRequest(getJettonTransactions, { ...trades, cursor: await cursorOfOldTransactions(busiest) }),
    '100 transactions, sales': toRequest(getJettonTransactions, { ...trades, type: 'TT_SELL' }),
    '100 transactions of a trader': toRequest(getJettonTransactions, { ...trades, ...(who && { who }) }),
    price: toRequest(operations.getJettonPrice, { address: busiest, currency: 'eur' }),
  };
}

/** Returns the cursor of a page of 20 jettons, by paginating with pages of 100. */
async function cursorOfPage(page: number): Promise<string> {
  let cursor: string | undefined;
  for (let skipped = 0; skipped < (page - 1) * 20; skipped += 100) {
    const list = { ...byVolume, limit: 100, ...(cursor && { cursor }) };
    ({ next: cursor } = await call(origin, operations.getJettons, list));
    if (!cursor) throw new Error(`The market has fewer than ${page} pages; increase BENCH_JETTONS`);
  }
  return cursor ?? '';
}

/** Returns a cursor near the end of the transactions of a jetton, or of page 500. */
async function cursorOfOldTransactions(address: string): Promise<string | undefined> {
  const cursors: string[] = [];
  while (cursors.length < 500) {
    const [cursor] = cursors.slice(-1);
    const page = { address, limit: 100, ...(cursor && { cursor }) };
    const { next } = await call(origin, getJettonTransactions, page);
    if (!next) break;
    cursors.push(next);
  }
  // The last page may be short.
  return cursors.at(-2);
}

/** Measures a request over HTTP and its SQL statements alternately, so that both run under the same conditions. */
async function measure(name: string, request: WireRequest): Promise<string> {
  const requestOverHttp = () => sendRequest(origin, request);
  const statements = await statementsOf(requestOverHttp);
  const warmUpEnd = performance.now() + WARM_UP_MS;
  for (let round = 0; round < WARM_UP_ROUNDS && performance.now() < warmUpEnd; round += 1) {
    await requestOverHttp();
    await execute(statements);
  }
  const http: number[] = [];
  const sql: number[] = [];
  const end = performance.now() + MILLISECONDS_PER_CASE;
  while (http.length < MIN_ROUNDS || (http.length < ROUNDS && performance.now() < end)) {
    http.push(await timed(requestOverHttp));
    sql.push(await timed(() => execute(statements)));
  }
  const [httpTimes, sqlTimes] = [http, sql].map((times) =>
    [0.5, 0.99].map((share) => percentile(times, share).toFixed(1)),
  );
  const perSecond = Math.round(await throughput(requestOverHttp));
  const ratio = percentile(http, 0.5) / percentile(sql, 0.5);
  return `| ${[name, ...(httpTimes ?? []), perSecond, ...(sqlTimes ?? []), ratio.toFixed(1)].join(' | ')} |`;
}

async function execute(statements: readonly SQL[]): Promise<void> {
  for (const statement of statements) await store.db.execute(statement);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the number of completions per second. */
async function throughput(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  let completed = 0;
  const repeat = async () => {
    while (performance.now() < started + THROUGHPUT_MS) {
      await work();
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
  return completed / ((performance.now() - started) / 1000);
}
