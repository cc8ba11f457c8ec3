import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import { MetadataFeed } from '#service/feeds/reading/metadata-feed.ts';
import { createDexscreenerSource } from '#service/feeds/sources/dexscreener.ts';
import { createTonapiSource } from '#service/feeds/sources/tonapi.ts';
import { createToncenterSource } from '#service/feeds/sources/toncenter.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
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
