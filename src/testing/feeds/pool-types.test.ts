import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { createStonfiSource } from '#service/feeds/sources/stonfi.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows } from '#service/store/database.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ManualClock, startSwapFeed } from './manual-feed.ts';
import { scriptedClient } from './scripted-client.ts';

const router = addressOf('d');
const start = new Date('2026-08-01T12:00:00Z');
const item = {
  operation: {
    pool_address: addressOf('c'),
    router_address: router,
    pool_tx_lt: 54321000001,
    pool_tx_timestamp: '2026-08-01T12:00:01Z',
    wallet_address: addressOf('e'),
    operation_type: 'swap',
    success: true,
    exit_code: 'swap_ok',
    asset0_address: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    asset0_amount: '1000000000',
    asset1_address: addressOf('a'),
    asset1_amount: '-2500000',
  },
  asset1_info: { contract_address: addressOf('a'), symbol: 'A', decimals: 6 },
};

describeOnOneStore('the type of a STON.fi pool', (openEmptyStore) => {
  test.each([
    ['unknown', 'JTN_MRKT_UNKNOWN'],
    ['stored as the default by an earlier version', 'JTN_MRKT_LINEAR'],
  ])('that is %s is corrected when its operations are read again', async (_, type) => {
    const store = await openEmptyStore();
    await prepareForFeeds(store, readConfig({}));
    const clock = new ManualClock(start);
    let routers: unknown;
    const { client } = scriptedClient(({ path, query }) => {
      if (path === '/v1/routers') return routers;
      const [since = '', until = ''] = ['since', 'until'].map((name) => query.get(name) ?? '');
      return { operations: since <= '2026-08-01T12:00:01' && until > '2026-08-01T12:00:01' ? [item] : [] };
    });
    const feed = await startSwapFeed(
      store,
      { name: 'ston.fi', clock },
      createStonfiSource(client, { exchange: 'stonfi', now: clock.now }),
    );
    const settle = async () => {
      clock.advance(60_000);
      await feed.settle();
    };
    const stored = async () =>
      await rows(store.db, sql`select type, (select count(*)::int from market) as markets from pool`);
    await settle();
    expect(await stored()).toEqual([{ type: 'JTN_MRKT_UNKNOWN', markets: 1 }]);
    await store.db.execute(sql`update pool set type = ${type}`);
    routers = { router_list: [{ address: router, router_type: 'StableSwap' }] };
    await settle();
    expect(await stored()).toEqual([{ type: 'JTN_MRKT_STABLE', markets: 1 }]);
    routers = { router_list: [] };
    await settle();
    await settle();
    expect(await stored()).toEqual([{ type: 'JTN_MRKT_STABLE', markets: 1 }]);
    expect(await feed.status()).toMatchObject({ events: { ingested: 1, rejected: 0 } });
  });
});
