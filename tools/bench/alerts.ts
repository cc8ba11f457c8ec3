import { setTimeout as delay } from 'node:timers/promises';
import { TON_ADDRESS } from '#contract/address.ts';
import { getPushKey, type PushAlertInput, subscribe } from '#contract/push.ts';
import { startAlerts } from '#service/alerts/alert-task.ts';
import { evaluateAlerts } from '#service/alerts/evaluate-alerts.ts';
import { buildApp, closeApp } from '#service/app.ts';
import type { Service } from '#service/config/context.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { clientOf } from '#testing/service/inject.ts';
import { createBrowser, startPushService } from '#testing/service/push-endpoint.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { asOf, openMarket } from './dataset.ts';
import { listOf, type Market, type Pool, type Trades } from './market.ts';
import { alignedTable, median, percentile, print } from './report.ts';
import { onEachEngine } from './stores.ts';

const WORK = '.bench/live';
const SIZE = { swaps: 250_000, jettons: 5_000, pools: 7_500, traders: 25_000 };
const BROWSERS = Number(process.env.BENCH_BROWSERS ?? 10);
const ALERTS_PER_BROWSER = 100;
/** The others are on prices. Each alert is on another jetton, which has no other pool. */
const TRADE_ALERTS_PER_BROWSER = 10;
const ROUND_SECONDS = 3;
const SWAPS_PER_ROUND = 36;
const EVALUATIONS = 20;

const table = [['store', 'messages', 'swap to endpoint p50, ms', 'p99, ms', 'evaluation p50, ms']];
await onEachEngine(async (withStore, engine) => {
  await withStore(async (location) => {
    const opened = await openMarket(location, `${WORK}/${SIZE.swaps}-swaps`, SIZE);
    table.push([engine, ...(await measure(opened))]);
    await opened.store.close();
  });
});
print(alignedTable(table));
process.exit();

interface Opened {
  readonly store: Store;
  readonly market: Market;
  readonly trades: Trades;
}

/** The time begins with the round that stores a swap, and ends when an endpoint on this machine has its message. */
async function measure({ store, market, trades }: Opened): Promise<string[]> {
  let now = asOf;
  const service: Service = { ...serviceOf({}, store), clock: { fixed: false, now: () => now } };
  const push = await startPushService();
  const listener = { failed: (error: unknown) => print(String(error)), succeeded: () => undefined };
  const task = startAlerts(service, listener, push.network);
  const pools = await subscribeBrowsers(service, market);

  function pickOther(): Pool {
    for (;;) {
      const pool = trades.pickPool();
      if (!pools.includes(pool)) return pool;
    }
  }

  async function round(pool = pickOther()): Promise<void> {
    now = new Date(now.getTime() + ROUND_SECONDS * 1000);
    const time = now;
    const swaps = listOf(SWAPS_PER_ROUND, (index) => trades.swap(index === 0 ? pool : pickOther(), time));
    const { outcome } = await ingest(store, now, { swaps });
    if (outcome !== 'done') throw new Error(`unexpected outcome: ${outcome}`);
  }

  await round();
  task.wake();
  const durations: number[] = [];
  for (const pool of pools) {
    const count = push.received.length;
    const started = performance.now();
    await round(pool);
    task.wake();
    while (push.received.length === count) await delay(1);
    const duration = performance.now() - started;
    durations.push(duration);
    await delay(Math.max(0, ROUND_SECONDS * 1000 - duration));
  }
  await task.stop();
  const evaluations: number[] = [];
  for (let index = 0; index < EVALUATIONS; index += 1) {
    await round();
    const started = performance.now();
    await evaluateAlerts(service);
    evaluations.push(performance.now() - started);
  }
  await push.close();
  return [
    String(durations.length),
    median(durations).toFixed(0),
    percentile(durations, 0.99).toFixed(0),
    median(evaluations).toFixed(0),
  ];
}

/** Returns the pools of the jettons with alerts on trades. */
async function subscribeBrowsers(service: Service, market: Market) {
  const pairs = singlePools(market);
  const app = await buildApp({ service, handlers, version: '0.0.0' });
  const client = clientOf(app);
  const key = await untilServed(() => client.request(getPushKey, {}));
  const traded: Pool[] = [];
  for (let browser = 0; browser < BROWSERS; browser += 1) {
    const alerts = listOf(ALERTS_PER_BROWSER, (number): PushAlertInput => {
      const pair = pairs[browser * ALERTS_PER_BROWSER + number];
      if (!pair) throw new RangeError('the market has too few jettons');
      const { jetton, pool } = pair;
      const about = { address: jetton.address, symbol: jetton.symbol };
      if (number < TRADE_ALERTS_PER_BROWSER) traded.push(pool);
      return {
        id: `alert-${number}`,
        rule:
          number < TRADE_ALERTS_PER_BROWSER
            ? { type: 'trade', ...about, minUsd: 0.000_001 }
            : { type: 'price', ...about, side: 'above', value: 1_000_000_000 },
        repeat: 'once',
        since: asOf.getTime(),
      };
    });
    const { decrypt: _decrypt, ...fields } = createBrowser();
    await client.call(subscribe, { ...fields, serverKey: key.serverKey, alerts });
  }
  await closeApp(app, 0);
  return traded;
}

/** Returns the jettons with only one pool, which is against TON. */
function singlePools({ jettons, pools }: Market) {
  const poolsOf = new Map<string, Pool[]>();
  for (const pool of pools)
    for (const asset of [pool.asset0, pool.asset1]) poolsOf.set(asset, [...(poolsOf.get(asset) ?? []), pool]);
  return jettons.flatMap((jetton) => {
    const [pool, ...others] = poolsOf.get(jetton.address) ?? [];
    const isAgainstTon = pool && [pool.asset0, pool.asset1].includes(TON_ADDRESS);
    return isAgainstTon && others.length === 0 ? { jetton, pool } : [];
  });
}

async function untilServed(request: () => Promise<{ status: number; body: unknown }>) {
  for (;;) {
    const { status, body } = await request();
    if (status === 200) return getPushKey.response.parse(body);
    await delay(50);
  }
}
