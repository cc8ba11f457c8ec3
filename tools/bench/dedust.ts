import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startMaintenance } from '#service/background-tasks.ts';
import { readConfig } from '#service/config/config.ts';
import { silentProgress } from '#service/config/progress.ts';
import type { TaskListener } from '#service/config/task.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import type { SourceClient } from '#service/feeds/client/source.ts';
import { createFeed } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease, RENEWAL_MS } from '#service/feeds/ledger/lease.ts';
import type { FeedContext } from '#service/feeds/reading/feed-context.ts';
import { runFeed } from '#service/feeds/reading/feed-loop.ts';
import { SwapFeed } from '#service/feeds/reading/swap-feed.ts';
import { createDedustSource } from '#service/feeds/sources/dedust.ts';
import { startRefresher } from '#service/market/round-timer.ts';
import { openStore } from '#service/open-store.ts';
import { prepareData, prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store, type StoreLocation } from '#service/store/database.ts';
import { ACTIVE_POOLS, POOLS, type Traffic } from './dedust-server.ts';
import { alignedTable, median, print } from './report.ts';
import { serve } from './service.ts';

const FEED = 'dedust';
const RATE = 5;
const LIST_RATE = 1 / 3;
const POLL_MS = 3_000;
/** How far the clock of the feed is behind at first: longer than it takes to read the list once. */
const HEAD_START_MS = 85 * 60_000;
const MINUTE_MS = 60_000;
/** Before anything is measured, the trades since the start of the feed are read until so few ranges are left. */
const STEADY_RANGES = 20;
const MAX_WARM_UP_MS = 15 * MINUTE_MS;
/** Time between two trades whose delay is measured. */
const TRADE_INTERVAL_MS = 20_000;
/** A busy pool that is not among the first ones, with a trade every five minutes. */
const BUSY_POOL = 20;

/**
 * Reads a market with as many pools as DeDust, from a server in another process. At first, the clock is fast, until the
 * whole list has been read once; then requests are paced as for the public source, and the service is measured for
 * `minutes`: its traffic, its processor time and memory with the feed, the rounds and the store if it is embedded, and the
 * seconds until new trades are stored.
 */
export async function measureDedust(location: StoreLocation, minutes: number): Promise<void> {
  const server = spawn(process.execPath, [process.argv[1] ?? '', 'serve-dedust'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [firstLine] = await once(server.stdout, 'data');
  const base = String(firstLine).trim();
  const store = await openStore(location);
  try {
    await new DedustBenchmark(store, base).run(minutes);
  } finally {
    server.kill();
    await store.close();
  }
}

class DedustBenchmark {
  private readonly store: Store;
  private readonly base: string;
  private offset = -HEAD_START_MS;
  private isPaced = false;
  private readonly context: FeedContext;
  private readonly feed: SwapFeed;
  private readonly ended = new AbortController();
  private readonly lease = { feed: FEED, owner: 'bench' };

  constructor(store: Store, base: string) {
    this.store = store;
    this.base = base;
    const now = () => new Date(Date.now() + this.offset);
    const source = createDedustSource(this.clientOf(RATE), {
      exchange: 'dedust',
      now,
      rate: RATE,
      poolsClient: this.clientOf(LIST_RATE),
    });
    this.context = { store, lease: this.lease, now, clock: { now } };
    this.feed = new SwapFeed({ ...this.context, source });
  }

  async run(minutes: number): Promise<void> {
    const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
    await prepareForFeeds(this.store, config);
    const start = new Date(Date.now() - HEAD_START_MS);
    await createFeed(this.store.db, { name: FEED, kind: 'dedust', from: start }, start);
    await acquireLease(this.store.db, this.lease);
    const renewal = setInterval(() => void acquireLease(this.store.db, this.lease), RENEWAL_MS);
    await this.readList();
    this.isPaced = true;
    const data = await prepareData(this.store, config, silentProgress);
    const { app } = await serve(this.store, data.clock, config);
    const listener = { failed: (error: unknown) => print(String(error)), succeeded: () => undefined };
    const pause = (milliseconds: number, signal: AbortSignal) =>
      delay(milliseconds, undefined, { signal }).catch(() => undefined);
    const refresher = startRefresher({ store: this.store, pause, ...data }, listener);
    const maintenance = startMaintenance(this.store, (error) => print(String(error)));
    clearInterval(renewal);
    const running = this.follow(listener);
    await this.measure(minutes);
    this.ended.abort();
    await Promise.all([running, refresher.stop(), maintenance.stop()]);
    await app.close();
  }

  /** A client that is paced once the list has been read. */
  private clientOf(rate: number): SourceClient {
    const paced = createClient({ url: this.base, rate });
    const unpaced = createClient({ url: this.base, rate: 1e6 });
    return { request: (...request) => (this.isPaced ? paced : unpaced).request(...request) };
  }

  /** Reads the whole list with a fast clock, then continues until the clock is right. */
  private async readList(): Promise<void> {
    const started = performance.now();
    while (this.offset < 0) {
      await this.send(`offset/${this.offset}`);
      const wait = await this.feed.step(this.ended.signal);
      if (wait > 0) this.offset = Math.min(0, this.offset + POLL_MS);
    }
    await this.send('offset/0');
    const [pools] = await rows<{ count: number }>(this.store.db, sql`select count(*)::int from pool`);
    const seconds = Math.round((performance.now() - started) / 1000);
    const virtual = Math.round((HEAD_START_MS + performance.now() - started) / MINUTE_MS);
    print(
      `${pools?.count} of ${POOLS} pools read in ${seconds} s, in which the feed passed ${virtual} minutes`,
    );
  }

  /** Runs the feed as the service does. */
  private follow(listener: TaskListener): Promise<void> {
    const config = {
      name: FEED,
      kind: 'dedust',
      url: this.base,
      exchange: 'dedust',
      from: undefined,
      rate: RATE,
      key: undefined,
    } as const;
    return runFeed(config, this.context, () => this.feed, listener, this.ended.signal);
  }

  private async measure(minutes: number): Promise<void> {
    await this.warmUp();
    const before = await this.traffic();
    const processor = process.cpuUsage();
    const started = performance.now();
    const memory: number[] = [];
    const delays = { busy: [] as number[], quiet: [] as number[] };
    for (let turn = 0; performance.now() - started < minutes * MINUTE_MS; turn += 1) {
      const next = delay(TRADE_INTERVAL_MS);
      const quiet = ACTIVE_POOLS + 1_000 * (turn + 1);
      await Promise.all([
        this.delayOf(0, delays.busy),
        turn % 5 === 4 ? this.delayOf(BUSY_POOL, delays.busy) : undefined,
        turn % 2 === 0 ? this.delayOf(quiet, delays.quiet) : undefined,
        next,
      ]);
      memory.push(process.memoryUsage.rss() / 1e6);
    }
    const passed = (performance.now() - started) / MINUTE_MS;
    const { user, system } = process.cpuUsage(processor);
    const after = await this.traffic();
    const gigabytesADay = (select: (traffic: Traffic) => number) =>
      (((select(after) - select(before)) / passed) * 1440) / 1e9;
    const bytes = (kind: 'bytes' | 'uncompressed') =>
      gigabytesADay(({ list, trades }) => list[kind] + trades[kind]).toFixed(2);
    const requests = (part: keyof Traffic) =>
      ((after[part].requests - before[part].requests) / passed).toFixed(0);
    const seconds = (values: readonly number[]) =>
      `${median(values).toFixed(1)} / ${Math.max(...values).toFixed(1)} (${values.length})`;
    print(
      alignedTable([
        ['measure', this.store.engine],
        ['requests of the list a minute', requests('list')],
        ['requests for trades a minute', requests('trades')],
        ['downloaded, GB a day', bytes('bytes')],
        ['without compression, GB a day', bytes('uncompressed')],
        ['processor time, s a minute', ((user + system) / 1e6 / passed).toFixed(2)],
        [
          'memory of the process, MB',
          `${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)}`,
        ],
        ['JavaScript heap, MB', (process.memoryUsage().heapUsed / 1e6).toFixed(0)],
        ['trade of a busy pool stored after, s: median / longest', seconds(delays.busy)],
        ['trade of a quiet pool stored after, s: median / longest', seconds(delays.quiet)],
      ]),
    );
  }

  /** Waits until the feed only reads what is new. */
  private async warmUp(): Promise<void> {
    const started = performance.now();
    // All pools are due once the clock is right: the first pages of the list show that they were traded.
    await delay(MINUTE_MS);
    const unread = async () => {
      const [range] = await rows<{ count: number }>(
        this.store.db,
        sql`select count(*)::int from feed_range where read_at is null`,
      );
      return range?.count ?? 0;
    };
    while ((await unread()) > STEADY_RANGES && performance.now() - started < MAX_WARM_UP_MS)
      await delay(1_000);
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`${await unread()} ranges unread after ${seconds} s`);
  }

  /** Adds a trade to a pool, and measures the seconds until it is stored with all values that follow. */
  private async delayOf(pool: number, delays: number[]): Promise<void> {
    const lt = await this.send(`trade/${pool}`);
    const started = performance.now();
    const isStored = async () =>
      (await rows<object>(this.store.db, sql`select from swap where lt = ${String(lt)}::bigint`)).length > 0;
    while (!(await isStored())) await delay(500);
    delays.push((performance.now() - started) / 1000);
  }

  private async traffic(): Promise<Traffic> {
    return (await this.send('traffic')) as Traffic;
  }

  private async send(action: string): Promise<unknown> {
    return await (await fetch(`${this.base}/control/${action}`, { method: 'POST' })).json();
  }
}
