import { sql } from 'drizzle-orm';
import { parseAddress } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
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
import { timeLimit } from '#testing/time-limit.ts';
import type { Faults } from '#tools/upstream/faults.ts';
import { feedMarket } from '#tools/upstream/feed-market.ts';
import { createUpstream, type WireFormat } from '#tools/upstream/server.ts';
import { ManualClock, type ManualFeed, startSwapFeed } from './manual-feed.ts';
import { createUnpacedDedustSource } from './scripted-client.ts';

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

const sources = [
  { name: 'stonfi', path: '/stonfi', create: createStonfiSource },
  { name: 'dedust', path: '/dedust', create: createUnpacedDedustSource },
  { name: 'tonco', path: '/dexscreener/tonco', create: createDexscreenerSource },
];

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
  const { files, clock, stables } = feedMarket(generated, formats);
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
  const base = await upstream.listen();
  const clock = new ManualClock(start);
  // Some faulty responses never end.
  let timeout = timeLimit(1000);

  /** Starts a feed, or continues it after an interruption. */
  const startFeed = ({ name, path, create }: (typeof sources)[number]) => {
    const client = createClient({ url: base + path, rate: 1e6, timeout });
    const source = create(client, { exchange: name, now: clock.now });
    return startSwapFeed(store, { name, clock, from: start }, source);
  };

  /** Lets a feed make steps until it has nothing more to read. */
  const settle = async (feed: FeedOfSource) => {
    const MAX_FAILURES = 5;
    for (let waits = 0; waits < MAX_FAILURES; ) {
      const interruption = new AbortController();
      const isInterrupted = random.chance(schedule.interruptions);
      const interrupting = isInterrupted ? setImmediate(() => interruption.abort()) : undefined;
      const wait = await feed.steps.step(interruption.signal);
      // Requests of a step that has ended go on.
      clearImmediate(interrupting);
      if (interruption.signal.aborted) feed.steps = await startFeed(feed.source);
      // Retries wait for the clock; a feed that has read everything waits as well.
      if (wait > 0) waits += 1;
    }
  };

  /** Moves the clock by `pause` milliseconds, then lets all feeds settle. */
  const visit = async (pause: number) => {
    upstream.setNow(clock.advance(Math.max(0, pause)));
    await Promise.all(feeds.map(settle));
    if ((await runRound(store, clock.now())) === 'stale') await calculateEverything(store, clock.now());
  };

  const restart = async () => {
    for (const feed of feeds) feed.steps = await startFeed(feed.source);
  };

  const isBehind = async () => {
    const found = await queryFeedStatus(store.db, clock.now());
    return found.some(({ ranges, caughtUp, stopped }) => ranges.open > 0 || !caughtUp || stopped);
  };

  upstream.setNow(start);
  const feeds: FeedOfSource[] = [];
  try {
    for (const source of sources) feeds.push({ source, steps: await startFeed(source) });
    for (const pause of schedule.pauses) await visit(pause * 1000);
    upstream.setFaults(null);
    // From now on, a request that fails is not repeated before the end.
    timeout = timeLimit(60_000);
    await restart();
    await visit(market.clock.getTime() - clock.now().getTime() - 3 * HOUR_MS);
    for (let hour = 0; hour < 3; hour += 1) await visit(HOUR_MS);
    const MAX_VISITS = 20;
    for (let visits = 0; visits < MAX_VISITS && (await isBehind()); visits += 1) {
      // A DeDust feed takes the silence after trades that it has read for a failure of the source.
      await restart();
      await visit(0);
    }
    if (await isBehind()) throw new Error(JSON.stringify(await queryFeedStatus(store.db, clock.now())));
  } finally {
    await upstream.close();
  }
}

interface FeedOfSource {
  readonly source: (typeof sources)[number];
  steps: ManualFeed;
}
