import { setTimeout as delay } from 'node:timers/promises';
import { orders } from '#contract/enums.ts';
import { sortFields } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import { buildApp } from '#service/app.ts';
import { readConfig } from '#service/config/config.ts';
import { handlers } from '#service/operations/handlers.ts';
import type { Store } from '#service/store/database.ts';
import { Random } from '#testing/market/random.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { sendRequest } from '#tools/bench/measure.ts';
import type { LiveTrades } from './live-trades.ts';

const SWAPS_PER_SECOND = 12;
const REQUESTS_PER_SECOND = 50;

export interface LoadResult {
  /** Milliseconds, sorted. */
  readonly lists: readonly number[];
  /** Milliseconds from a trade to the commit that makes it visible, sorted. */
  readonly trades: readonly number[];
  /** Share of the list requests that were not answered, because the service was overloaded. */
  readonly rejected: number;
}

/**
 * Ingests swaps once a second, as a feed that polls every second would, while clients request the first pages of lists
 * of all orders.
 */
export async function measureLoad(
  store: Store,
  liveTrades: LiveTrades,
  start: Date,
  seconds: number,
): Promise<LoadResult> {
  const started = performance.now();
  const now = () => new Date(start.getTime() + performance.now() - started);
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
  const service = { store, config, clock: { fixed: false, now } };
  const app = await buildApp({ service, handlers, version: 'bench' });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const end = started + seconds * 1000;
  const [lists, trades] = await Promise.all([
    requestLists(address, end),
    ingestTrades(store, liveTrades, now, end),
  ]);
  await app.close();
  return { lists: sorted(lists.times), trades: sorted(trades), rejected: lists.rejected };
}

async function requestLists(address: string, end: number) {
  const random = new Random(4);
  const times: number[] = [];
  let rejected = 0;
  const pending = new Set<Promise<void>>();
  while (performance.now() < end) {
    const filter = { sort: random.pick(sortFields), order: random.pick(orders), limit: 50 };
    const started = performance.now();
    const request = sendRequest(address, toRequest(operations.getJettonMetricsList, filter))
      .then(
        () => times.push(performance.now() - started),
        () => {
          rejected += 1;
        },
      )
      .finally(() => pending.delete(request))
      .then(() => undefined);
    pending.add(request);
    await delay(1000 / REQUESTS_PER_SECOND);
  }
  await Promise.all(pending);
  return { times, rejected: rejected / (times.length + rejected) };
}

async function ingestTrades(
  store: Store,
  liveTrades: LiveTrades,
  now: () => Date,
  end: number,
): Promise<number[]> {
  const times: number[] = [];
  let from = now();
  while (performance.now() < end) {
    await delay(1000 - ((now().getTime() - from.getTime()) % 1000));
    const to = now();
    const count = Math.round((SWAPS_PER_SECOND * (to.getTime() - from.getTime())) / 1000);
    const swaps = Array.from({ length: count }, (_, index) => {
      const age = ((to.getTime() - from.getTime()) * index) / count;
      return liveTrades.swap(liveTrades.pickPool(), new Date(to.getTime() - age));
    });
    await ingest(store, to, { swaps });
    times.push(...swaps.map(({ time }) => now().getTime() - time.getTime()));
    from = to;
  }
  return times;
}

function sorted(times: readonly number[]): number[] {
  return times.toSorted((a, b) => a - b);
}
