import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import type { Page, SwapSource } from '#service/feeds/client/source.ts';
import { MetadataFeed } from '#service/feeds/reading/metadata-feed.ts';
import { createDexscreenerSource } from '#service/feeds/sources/dexscreener.ts';
import { createTonapiSource } from '#service/feeds/sources/tonapi.ts';
import { createToncenterSource } from '#service/feeds/sources/toncenter.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { feedMarket } from '#tools/upstream/feed-market.ts';
import { createUpstream } from '#tools/upstream/server.ts';
import { ManualClock, startFeed, startSwapFeed } from './manual-feed.ts';
import { readRecorded, recordedByImport } from './read-recorded.ts';

const DAY_MS = 86_400_000;
const formats = { tonco: 'dexscreener' } as const;
const market = feedMarket(generateMarket(5), formats);
/** After the first swaps of the market, so that the feed finds the block to start with. */
const from = new Date(market.clock.getTime() - 40 * DAY_MS);
const metadataSources = { toncenter: createToncenterSource, tonapi: createTonapiSource };

async function countRows({ db }: Store) {
  const [counts] = await rows<Record<'swaps' | 'pools' | 'jettons' | 'waiting' | 'waitingReserves', number>>(
    db,
    sql`select (select count(*)::int from swap) as swaps, (select count(*)::int from pool) as pools,
      (select count(*)::int from jetton) as jettons, (select count(event->'swap')::int from feed_waiting) as waiting,
      (select count(event->'reserves')::int from feed_waiting) as "waitingReserves"`,
  );
  return counts;
}

type Recorded = Awaited<ReturnType<typeof readRecorded>>[string];

/** Returns the time of the first swap. Feeds may start with a block before `from`. */
function earliest(swaps: Recorded = {}): string {
  const [first = ''] = Object.values(swaps)
    .map(({ time }) => String(time))
    .sort();
  expect(Date.parse(first)).toBeLessThanOrEqual(from.getTime());
  return first;
}

function swapsSince(swaps: Recorded = {}, first: string): Recorded {
  return Object.fromEntries(Object.entries(swaps).filter(([, { time }]) => String(time) >= first));
}

describeOnOneStore('swaps of jettons without decimals', (openEmptyStore) => {
  test.each(['toncenter', 'tonapi'] as const)('wait until %s describes the jettons', async (kind) => {
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({ STABLES: market.stables.join(',') }));
    const upstream = createUpstream({
      market: await withDatasetFolder(market.files, readDataset),
      formats,
      withDecimals: false,
    });
    const base = await upstream.listen();
    const clock = new ManualClock(new Date(market.clock.getTime() + 3 * DAY_MS));
    upstream.setNow(clock.now());
    const startSwaps = () => {
      const client = createClient({ url: `${base}/dexscreener/tonco`, rate: 1e6 });
      const options = { name: 'tonco', clock, kind: 'dexscreener', from } as const;
      const source = createDexscreenerSource(client, { exchange: 'tonco', now: clock.now });
      return startSwapFeed(store, options, source);
    };
    const feed = await startSwaps();
    await feed.settle();
    const waiting = await countRows(store);
    expect(waiting).toEqual({
      swaps: 0,
      pools: 0,
      jettons: 0,
      waiting: expect.any(Number),
      waitingReserves: expect.any(Number),
    });
    expect(waiting?.waitingReserves).toBeGreaterThan(0);
    expect(await feed.status()).toMatchObject({ historyRead: 1, ranges: { open: 0 } });
    const restarted = await startSwaps();
    clock.advance(4_000);
    upstream.setNow(clock.now());
    await restarted.settle();
    expect(await countRows(store)).toEqual(waiting);

    const metadata = await startFeed(store, { name: kind, clock, kind }, (context) => {
      const client = createClient({ url: `${base}/${kind}`, rate: 1e6 });
      return new MetadataFeed(context, metadataSources[kind](client));
    });
    // Swaps of two such jettons wait for one after the other.
    for (let round = 0; round < 2; round += 1) {
      await metadata.settle();
      await restarted.settle();
    }
    expect(await countRows(store)).toMatchObject({ swaps: waiting?.waiting, waiting: 0, waitingReserves: 0 });
    expect(await restarted.status()).toMatchObject({
      events: { ingested: waiting?.waiting, duplicate: 0, late: 0, rejected: 0 },
    });
    const [recorded, imported] = [await readRecorded(store), await recordedByImport(market)];
    expect(differences(recorded.swaps, swapsSince(imported.swaps, earliest(recorded.swaps)))).toEqual([]);
    await upstream.close();
  });
});

describeOnOneStore('reserves of a pair without trades', (openEmptyStore) => {
  const [pool, jetton] = [addressOf('c'), addressOf('a')];
  const start = new Date('2026-08-01T12:00:00Z');
  const timeAfter = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  const changeOf = (seconds: number, reserve: string): Page => ({
    pools: [{ address: pool, exchange: 'stonfi', asset0: TON_ADDRESS, asset1: jetton }],
    reserves: [
      { pool, time: timeAfter(seconds), reserve0: { units: reserve }, reserve1: { units: `${reserve}.5` } },
    ],
  });
  const [early, late] = [changeOf(1, '2'), changeOf(2, '3')];

  test.each([
    ['in order', [early, late]],
    ['in reverse', [late, early]],
    ['repeated', [early, late, early, late, early]],
  ])('wait for the decimals of its jetton: %s', async (_, pages) => {
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const clock = new ManualClock(start);
    const remaining = [...pages];
    const source: SwapSource = {
      isFinal: true,
      start: async () => 0n,
      discover: async ({ cursors }) => {
        const from = cursors.get('') ?? 0n;
        const head = clock.now();
        const range = { subject: '', from, to: from + 1n, fromTime: head, toTime: head };
        return { head, ranges: remaining.length > 0 ? [range] : [] };
      },
      read: async () => remaining.shift() ?? {},
      check: async () => '',
    };
    const stored = async () =>
      await rows(store.db, sql`select reserve0::text, reserve1::text, iso(reserves_at) as at from pool`);
    // The feed is restarted after each page.
    const read = async () => {
      const feed = await startSwapFeed(store, { name: 'feed', clock }, source);
      clock.advance(3_000);
      await feed.settle();
    };
    while (remaining.length > 0) await read();
    expect(await stored()).toEqual([]);

    const metadata = await startFeed(store, { name: 'metadata', clock, kind: 'tonapi' }, (context) => {
      const facts = { address: jetton, symbol: 'A', decimals: 3 };
      return new MetadataFeed(context, {
        batchSize: 10,
        fetchJettons: async (addresses) => ({ jettons: addresses.includes(jetton) ? [facts] : [] }),
        check: async () => '',
      });
    });
    await metadata.settle();
    await read();
    const expected = [{ reserve0: '3000000000', reserve1: '3500', at: timeAfter(2).toISOString() }];
    expect(await stored()).toEqual(expected);
    expect(await rows(store.db, sql`select from feed_waiting`)).toEqual([]);
    await read();
    expect(await stored()).toEqual(expected);
  });
});
