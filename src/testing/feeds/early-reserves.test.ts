import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import type { Page, SwapSource } from '#service/feeds/client/source.ts';
import { MetadataFeed } from '#service/feeds/reading/metadata-feed.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows } from '#service/store/database.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ManualClock, startFeed, startSwapFeed } from './manual-feed.ts';

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

describeOnOneStore('reserves of a pair without trades', (openEmptyStore) => {
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
