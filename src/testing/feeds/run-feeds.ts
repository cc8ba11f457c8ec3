import { sql } from 'drizzle-orm';
import { parseAddress } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import type { SwapSource } from '#service/feeds/client/source.ts';
import { createFeed } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease } from '#service/feeds/ledger/lease.ts';
import { SwapFeed } from '#service/feeds/reading/swap-feed.ts';
import { createDedustSource } from '#service/feeds/sources/dedust.ts';
import { createDexscreenerSource } from '#service/feeds/sources/dexscreener.ts';
import { createStonfiSource } from '#service/feeds/sources/stonfi.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { runRound } from '#service/market/round.ts';
import { queryFeedStatus } from '#service/operations/feed-status.ts';
import type { Store } from '#service/store/database.ts';
import { type DatasetFiles, withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { calculateEverything, rawAddressOf } from '#testing/incremental/schedule.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import type { Faults } from '#tools/upstream/faults.ts';
import { feedMarket } from '#tools/upstream/feed-market.ts';
import { createUpstream, type Upstream, type WireFormat } from '#tools/upstream/server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Length of the period that the feeds must read, up to the clock of the market. */
const SPLIT_MS = 36 * HOUR_MS;
/** Later than all swaps of generated markets, so that all blocks are complete. */
const AFTER_CLOCK_MS = 3 * DAY_MS;

export const formats: Readonly<Record<string, WireFormat>> = {
  stonfi: 'stonfi',
  dedust: 'dedust',
  tonco: 'dexscreener',
};

const sources = {
  stonfi: { path: '/stonfi', create: createStonfiSource },
  dedust: { path: '/dedust', create: createDedustSource },
  tonco: { path: '/dexscreener/tonco', create: createDexscreenerSource },
};

export interface FeedSchedule {
  readonly seed: number;
  readonly faults: Faults;
  /** Seconds between visits of the feeds. */
  readonly pauses: readonly number[];
  /** Probability that a step is interrupted and its feed restarted, as after a kill. */
  readonly interruptions: number;
}

export interface SplitMarket {
  /** What must be stored at the end, with a clock after all swaps. */
  readonly market: GeneratedMarket;
  /** What is imported first. */
  readonly initial: DatasetFiles;
  /** End of what is imported. */
  readonly start: Date;
}

/**
 * Splits the part of a market that feeds can transport: all but the last 36 hours are imported, except for some pools and
 * jettons, which feeds must find. Such pools have no earlier swaps and reserves. With `importsJettons`, all jettons are
 * imported, because sources of swaps provide little metadata.
 */
export function splitMarket(
  generated: GeneratedMarket,
  seed: number,
  { importsJettons = false } = {},
): SplitMarket {
  const random = new Random(seed);
  const { files, clock, stables } = feedMarket(generated, { formats, secondsPerBlock: 600 });
  const start = new Date(clock.getTime() - SPLIT_MS);
  const isEarly = ({ event_time }: { event_time?: string }) => Number(event_time) * 1000 < start.getTime();
  const later = files.swaps.filter((swap) => !isEarly(swap));
  const tradedLater = new Set(later.map(({ pool_address = '' }) => parseAddress(pool_address)));
  // Sources do not report pools without swaps since the start of a feed.
  const pools = files.pools.filter(
    ({ address }) => !tradedLater.has(parseAddress(address)) || random.chance(0.8),
  );
  const imported = new Set(pools.map(({ address }) => parseAddress(address)));
  const assets = new Set(
    pools.flatMap(({ asset0, asset1 }) => [parseAddress(asset0) ?? '', parseAddress(asset1) ?? '']),
  );
  const hasImportedPool = ({ pool_address = '' }) => imported.has(parseAddress(pool_address));
  const swaps = files.swaps.filter((swap) => hasImportedPool(swap) || !isEarly(swap));
  const finalPools = files.pools.map((pool) =>
    imported.has(parseAddress(pool.address)) || Date.parse(pool.reservesAt ?? '') >= start.getTime()
      ? pool
      : { ...pool, reserve0: undefined, reserve1: undefined, reservesAt: undefined },
  );
  return {
    start,
    market: {
      files: { ...files, pools: finalPools, swaps },
      clock: new Date(clock.getTime() + AFTER_CLOCK_MS),
      stables,
    },
    initial: {
      ...files,
      jettons: files.jettons.filter(
        (jetton) => importsJettons || assets.has(rawAddressOf(jetton)) || random.chance(0.8),
      ),
      pools,
      swaps: swaps.filter(isEarly),
    },
  };
}

/**
 * Imports the initial part of a market, then runs feeds on an upstream with the rest, whose faults end in time. At the
 * end, T is the clock of the market.
 */
export async function runFeeds(store: Store, split: SplitMarket, schedule: FeedSchedule): Promise<void> {
  const { market, initial, start } = split;
  const random = new Random(schedule.seed);
  const { exchanges } = readConfig({});
  const { stables } = market;
  await withDatasetFolder(initial, (folder) =>
    importDataset(store, { folder, asOf: start, exchanges, stables }),
  );
  await store.db.execute(sql`update dataset set as_of = null`);
  const upstream = createUpstream({
    market: await withDatasetFolder(market.files, readDataset),
    formats,
    faults: schedule.faults,
  });
  const run = new FeedRun(store, upstream, await upstream.listen(), start, random, schedule.interruptions);
  try {
    await run.addFeeds();
    for (const pause of schedule.pauses) await run.visit(pause * 1000);
    upstream.setFaults(null);
    await run.visit(market.clock.getTime() - run.now.getTime() - 3 * HOUR_MS);
    for (let hour = 0; hour < 3; hour += 1) await run.visit(HOUR_MS);
    await run.finish();
  } finally {
    await upstream.close();
  }
}

class FeedRun {
  now: Date;
  private readonly feeds = new Map<keyof typeof sources, SwapFeed>();
  private readonly store: Store;
  private readonly upstream: Upstream;
  private readonly base: string;
  private readonly random: Random;
  private readonly interruptions: number;

  constructor(
    store: Store,
    upstream: Upstream,
    base: string,
    now: Date,
    random: Random,
    interruptions: number,
  ) {
    this.store = store;
    this.upstream = upstream;
    this.base = base;
    this.now = now;
    this.random = random;
    this.interruptions = interruptions;
    upstream.setNow(now);
  }

  async addFeeds(): Promise<void> {
    for (const name of Object.keys(sources) as (keyof typeof sources)[]) {
      const config = {
        kind: 'stonfi',
        url: '',
        exchange: name,
        from: this.now,
        rate: 1,
        key: undefined,
      } as const;
      await createFeed(this.store.db, { ...config, name }, this.now);
      await acquireLease(this.store.db, { feed: name, owner: 'test' });
      this.startFeed(name);
    }
  }

  private startFeed(name: keyof typeof sources): void {
    const { path, create } = sources[name];
    const client = createClient({ url: this.base + path, rate: 1e6, timeout: 300 });
    const now = () => this.now;
    const source: SwapSource = create(client, { exchange: name, now });
    const lease = { feed: name, owner: 'test' };
    this.feeds.set(name, new SwapFeed({ store: this.store, lease, source, now, clock: { now } }));
  }

  /** Moves the clock, then lets all feeds make steps until they have nothing more to read. */
  async visit(pause: number): Promise<void> {
    this.now = new Date(this.now.getTime() + Math.max(0, pause));
    this.upstream.setNow(this.now);
    await Promise.all([...this.feeds.keys()].map((name) => this.settle(name)));
    await this.recalculateIfStale();
  }

  private async settle(name: keyof typeof sources): Promise<void> {
    const MAX_FAILURES = 5;
    for (let waits = 0; waits < MAX_FAILURES; ) {
      const interruption = new AbortController();
      if (this.random.chance(this.interruptions)) setImmediate(() => interruption.abort());
      const wait = (await this.feeds.get(name)?.step(interruption.signal)) ?? 0;
      if (interruption.signal.aborted) this.startFeed(name);
      // Retries wait for the clock; a feed that has read everything waits as well.
      if (wait > 0) waits += 1;
    }
  }

  private async recalculateIfStale(): Promise<void> {
    if ((await runRound(this.store, this.now)) === 'stale') await calculateEverything(this.store, this.now);
  }

  async finish(): Promise<void> {
    const MAX_VISITS = 20;
    const isOpen = async () => {
      const feeds = await queryFeedStatus(this.store.db, this.now);
      return feeds.some(({ ranges, stopped }) => ranges.open > 0 || stopped);
    };
    for (let visits = 0; visits < MAX_VISITS && (await isOpen()); visits += 1) await this.visit(0);
    if (await isOpen()) throw new Error(JSON.stringify(await queryFeedStatus(this.store.db, this.now)));
  }
}
