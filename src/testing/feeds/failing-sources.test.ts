import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FeedStatus } from '#contract/status.ts';
import { readConfig } from '#service/config/config.ts';
import { type ServiceContext, wallClock } from '#service/config/context.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import type { SourceClient } from '#service/feeds/client/source.ts';
import { SourceLog } from '#service/feeds/reading/source-log.ts';
import { startFeeds } from '#service/feeds/reading/start-feeds.ts';
import { createDexscreenerSource } from '#service/feeds/sources/dexscreener.ts';
import { createStonfiSource } from '#service/feeds/sources/stonfi.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { missingOfJettons, missingOfPool } from '#service/operations/missing-data.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { withDatasetFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { marketsOf, worldAt } from '#testing/oracle/world.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { type Faults, mixedFaults } from '#tools/upstream/faults.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { createUpstream } from '#tools/upstream/server.ts';
import { ManualClock, startSwapFeed } from './manual-feed.ts';
import { formats, splitMarket } from './run-feeds.ts';
import { createUnpacedDedustSource } from './scripted-client.ts';

describe('a source that limits its responses', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore();
    await prepareForFeeds(store, readConfig({}));
  });
  afterEach(() => store.close());

  /** Starts a feed at the end of a market whose source has faults. `swaps` are those of its history. */
  async function startLimited(name: string, hours: number, faults: Faults) {
    const {
      base,
      upstream,
      market,
      clock: end,
    } = await serveMarket(4, { formats: { stonfi: 'stonfi' }, faults });
    const clock = new ManualClock(new Date(end));
    upstream.setNow(clock.now());
    const from = new Date(end - hours * 3_600_000);
    const client = createClient({ url: `${base}/stonfi`, rate: 1e6 });
    const source = createStonfiSource(client, { exchange: 'stonfi', now: clock.now });
    const feed = await startSwapFeed(store, { name, clock, from }, source);
    const swaps = market.swaps.filter(({ time }) => time >= from.getTime() && time < end);
    expect(swaps.length).toBeGreaterThan(0);
    return { feed, upstream, clock, swaps };
  }

  test('ranges whose responses are too large for a source are split until they fit', async () => {
    const { feed, upstream, clock, swaps } = await startLimited('stonfi', 12, { maxRows: 12 });
    const MAX_STEPS = 300;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      clock.advance(await feed.step());
      upstream.setNow(clock.now());
      const { head, ranges } = await feed.status();
      if (head !== undefined && ranges.open === 0) break;
    }
    expect(upstream.requests['stonfi/v1/stats/operations']?.['504']).toBeGreaterThan(0);
    expect(await feed.status()).toMatchObject({ historyRead: 1, ranges: { open: 0, failed: 0 } });
    expect((await feed.status()).events.ingested).toBeGreaterThanOrEqual(swaps.length);
  });

  test('a row that is nested too deeply is rejected alone, and what is stored of it is bounded', async () => {
    const { feed } = await startLimited('nested', 1, { probabilities: { nestedRow: 1 } });
    await feed.settle();
    const { events, ranges, failing } = await feed.status();
    expect({ rejected: events.rejected, ranges, failing }).toEqual({
      rejected: 1,
      ranges: { open: 0, failed: 0 },
      failing: undefined,
    });
    const [rejected] = await rows(
      store.db,
      sql`select reason, length(event) < 5000 as "isBounded" from feed_rejected where feed = 'nested'`,
    );
    expect(rejected).toEqual({ reason: 'expected a JSON object', isBounded: true });
  });
});

const record = `${JSON.stringify({ type: 'jetton', address: addressOf('a') })}\n`;

/** Runs a feed until the test ends. Returns what it logs about its source. */
function runFeed(
  store: Store,
  feed: Pick<FeedConfig, 'kind' | 'url'> & Partial<FeedConfig>,
  now = () => new Date(),
): string[] {
  const config = readConfig({});
  const messages: string[] = [];
  const add = (_: object, message: string) => messages.push(message);
  const source = new SourceLog({ info: add, warn: add });
  const unused = { exchange: undefined, from: undefined, key: undefined };
  const running = startFeeds(
    [{ ...unused, name: 'feed', rate: 1000, ...feed }],
    { store, exchanges: config.exchanges, now, clock: wallClock },
    () => ({
      succeeded: () => undefined,
      failed: (error) => messages.push(String(error)),
      responded: () => undefined,
      sourceResponded: () => source.responded(),
      sourceFailed: (error, wait) => source.failed(error, wait),
      sourceImplausible: (reason) => source.implausible(reason),
      recordRecovery: (stored) => source.recordRecovery(stored),
    }),
  );
  onTestFinished(() => running.stop());
  return messages;
}

describeOnOneStore('a source that cannot be read', (openEmptyStore) => {
  test('fails since its first failure, until it works again', async () => {
    const folder = await writeFolder({ 'records.ndjson': record });
    onTestFinished(() => folder.remove());
    const path = join(folder.path, 'records.ndjson');
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const messages = runFeed(store, { kind: 'ndjson', url: path });
    const state = async () =>
      await rows(store.db, sql`select problem, failing_since is null as "works", ingested from feed`);
    const works = { problem: null, works: true, ingested: '0' };
    await eventually(async () => {
      expect(await rows(store.db, sql`select address from jetton`)).toHaveLength(1);
    });
    rmSync(path);
    await eventually(async () => {
      expect(await state()).toEqual([{ problem: 'unreachable', works: false, ingested: '0' }]);
    });
    const since = sql`select failing_since::text as since from feed`;
    const [first] = await rows(store.db, since);
    await eventually(async () => {
      expect(await rows(store.db, sql`select from feed where last_error_at > failing_since`)).toHaveLength(1);
    });
    expect(await rows(store.db, since)).toEqual([first]);
    writeFileSync(path, record);
    await eventually(async () => expect(await state()).toEqual([works]));
    expect(messages).toEqual(['The source cannot be reached', 'The source works again']);
  });

  test('is known to work again by another process than the one in which it failed', async () => {
    const folder = await writeFolder({ 'records.ndjson': record });
    onTestFinished(() => folder.remove());
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    await store.db.execute(sql`
      insert into feed (name, kind, start_time, failing_since, problem)
      values ('feed', 'ndjson', now(), now() - interval '1 hour', 'unreachable')`);
    const messages = runFeed(store, { kind: 'ndjson', url: join(folder.path, 'records.ndjson') });
    await eventually(async () => {
      expect(await rows(store.db, sql`select problem from feed`)).toEqual([{ problem: null }]);
    });
    expect(messages).toEqual([]);
  });
});

describeOnOneStore('a source with wrong positions', (openEmptyStore) => {
  test('is used without them, with a line in the log', async () => {
    const faults = { probabilities: { wrongHead: 1 } };
    const { base, end } = await serveMarket(1, { formats, faults });
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const from = new Date(end - 90 * 24 * 60 * MINUTE_MS);
    const messages = runFeed(store, { kind: 'dedust', url: `${base}/dedust`, from }, () => new Date(end));
    await eventually(async () => {
      expect(messages).not.toEqual([]);
      expect(await rows(store.db, sql`select from feed where ingested > 0`)).toHaveLength(1);
    });
    expect(new Set(messages)).toEqual(new Set(['The source reports an implausible position or time']));
  });
});

describeOnOneStore('a clock that is a day ahead of a source', (openEmptyStore) => {
  test('does not move the position past the time of its responses', async () => {
    const { base, end } = await serveMarket(1, { formats });
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const from = new Date(end - 10 * 24 * 60 * MINUTE_MS);
    const ahead = () => new Date(end + 24 * 60 * MINUTE_MS);
    runFeed(store, { kind: 'stonfi', url: `${base}/stonfi`, from }, ahead);
    await eventually(async () => {
      expect(await rows(store.db, sql`select from feed where ingested > 0`)).toHaveLength(1);
    });
    const [position] = await rows<{ head: number; key: number }>(
      store.db,
      sql`select (extract(epoch from head) * 1000)::float8 as head, key::float8 as key
        from feed join feed_cursor on feed = name`,
    );
    for (const time of [position?.head, position?.key]) {
      expect(time).toBeGreaterThan(end - MINUTE_MS);
      expect(time).toBeLessThan(end + MINUTE_MS);
    }
  });
});

const MINUTE_MS = 60_000;

describeOnOneStore('a source that stops for 20 minutes', (openEmptyStore) => {
  test('marks what its exchange trades, from a minute on until it is filled', async () => {
    const store = await openEmptyStore();
    const { market, initial, start } = splitMarket(generateMarket(8), 1, { importsJettons: true });
    const config = readConfig({});
    await withDatasetFolder(initial, (folder) =>
      importDataset(store, { folder, asOf: start, exchanges: config.exchanges, stables: market.stables }),
    );
    await store.db.execute(sql`update dataset set as_of = null`);
    const dataset = await withDatasetFolder(market.files, readDataset);
    const clock = new ManualClock(start);
    const startSource = async (exchange: string, path: string, create: typeof createStonfiSource) => {
      const upstream = createUpstream({ market: dataset, formats });
      const base = await upstream.listen();
      onTestFinished(() => upstream.close());
      const client = createClient({ url: base + path, rate: 1e6, timeout: 300 });
      const source = create(client, { exchange, now: clock.now });
      return { upstream, feed: await startSwapFeed(store, { name: exchange, clock, from: start }, source) };
    };
    const sources = [
      await startSource('stonfi', '/stonfi', createStonfiSource),
      await startSource('tonco', '/dexscreener/tonco', createDexscreenerSource),
    ];
    const advance = async (milliseconds: number) => {
      clock.advance(milliseconds);
      for (const { upstream, feed } of sources) {
        upstream.setNow(clock.now());
        await feed.settle();
      }
    };
    for (let hour = 0; hour < 36; hour += 1) await advance(60 * MINUTE_MS);
    await advance(MINUTE_MS);
    const world = worldAt(dataset, market.stables, clock.now());
    const jettons = [...world.dataset.jettons.keys()];
    const found = await rows<{ address: string }>(
      store.db,
      sql`select address from pool where feed = 'stonfi'`,
    );
    const ownPools = new Set(found.map(({ address }) => address));
    expect(ownPools.size).toBeGreaterThan(0);

    const stoppedAt = clock.now();
    /** Compares every window of every jetton and pool. */
    const expectMissing = async (isMissing: boolean) => {
      const service: ServiceContext = { ...serviceOf({}, store), clock: { fixed: false, now: clock.now } };
      const end = Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
      const range = {
        exchangeId: 'stonfi',
        from: stoppedAt.toISOString(),
        to: new Date(end).toISOString(),
        seconds: Math.round((end - stoppedAt.getTime()) / 1000),
      };
      const missingOf = await missingOfJettons(service, jettons);
      for (const jetton of jettons) {
        const pools = marketsOf(world, jetton).map(({ pool }) => pool.address);
        const isTraded = pools.some((pool) => ownPools.has(pool));
        expect({ jetton, missing: missingOf(jetton) }).toEqual({
          jetton,
          missing: isMissing && isTraded ? [range] : undefined,
        });
      }
      for (const pool of world.dataset.pools.keys())
        expect(await missingOfPool(service, pool)).toEqual(
          isMissing && ownPools.has(pool) ? [range] : undefined,
        );
    };
    await expectMissing(false);
    sources[0]?.upstream.setFaults({ probabilities: { serverError: 1 } });
    for (let minute = 1; minute <= 20; minute += 1) {
      await advance(MINUTE_MS);
      if ([1, 2, 20].includes(minute)) await expectMissing(minute > 1);
    }
    sources[0]?.upstream.setFaults(null);
    // The next attempt is at most a minute later.
    await advance(MINUTE_MS);
    await advance(MINUTE_MS);
    await expectMissing(false);
  });
});

/** Between requests, in milliseconds: the default rate of STON.fi and DEX Screener. */
const INTERVAL = 1_000;

describe.each([
  ['stonfi', '/stonfi', createStonfiSource, 10],
  ['dedust', '/dedust', createUnpacedDedustSource, 90],
  ['tonco', '/dexscreener/tonco', createDexscreenerSource, 90],
] as const)('the history of %s', (name, path, create, days) => {
  /** Returns the number of swaps, and the seconds that reading them takes, by a clock that only requests and pauses move. */
  async function readHistory(store: Store, faults: Faults) {
    await prepareForFeeds(store, readConfig({}));
    const clock = new ManualClock(new Date(0));
    const sleep = async (milliseconds: number) => void clock.advance(milliseconds);
    const { base, end } = await serveMarket(1, { formats, faults, sleep });
    clock.advance(end);
    // Without a delay, one range is read at a time: slow responses hold up all others.
    const client = createClient({
      url: base + path,
      rate: 1e6,
      fetch: (...options) => {
        clock.advance(INTERVAL);
        return fetch(...options);
      },
    });
    const request: SourceClient['request'] = (...options) => client.request(...options);
    const source = create({ request }, { exchange: name, now: clock.now });
    const from = new Date(end - days * 24 * 60 * MINUTE_MS);
    const feed = await startSwapFeed(store, { name, clock, from }, source);
    const isComplete = ({ historyRead, ranges }: FeedStatus) => historyRead === 1 && ranges.open === 0;
    do clock.advance(await feed.step());
    while (!isComplete(await feed.status()));
    const { events } = await feed.status();
    return { swaps: events.ingested, seconds: (clock.now().getTime() - end) / 1000 };
  }

  describeOnOneStore('with faults in 15 % of the requests', (openEmptyStore) => {
    test('is read at least half as fast as without', async () => {
      // The longest delays.
      vi.spyOn(Math, 'random').mockReturnValue(1);
      const undisturbed = await readHistory(await openEmptyStore(), {});
      const disturbed = await readHistory(await openEmptyStore(), mixedFaults(0.15));
      expect(undisturbed.swaps).toBeGreaterThan(50);
      expect(disturbed.swaps).toBe(undisturbed.swaps);
      expect(disturbed.seconds).toBeLessThan(2 * undisturbed.seconds);
    });
  });
});
