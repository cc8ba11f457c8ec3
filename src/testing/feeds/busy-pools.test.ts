import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readConfig } from '#service/config/config.ts';
import { prepareForFeeds } from '#service/prepare-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ManualClock, type ManualFeed, startSwapFeed } from './manual-feed.ts';
import { createUnpacedDedustSource, scriptedClient } from './scripted-client.ts';

const START = new Date('2026-08-01T12:00:00Z');
const JETTON = addressOf('a');
const SECOND = 1000;
const TRADES = 30;

/** A DeDust feed of one pool with a trade every 10 seconds until the start, whose history has been read. */
class BusyPool {
  readonly clock = new ManualClock(START);
  readonly store: Store;
  /** Of the list. */
  activityAt = START;
  volume = 1000;
  isListFailing = false;
  private readonly trades: { readonly lt: bigint; readonly time: Date }[] = [];
  private feed!: ManualFeed;

  static async create(store: Store): Promise<BusyPool> {
    await prepareForFeeds(store, readConfig({}));
    const pool = new BusyPool(store);
    const { client } = scriptedClient(({ path, query }) => {
      if (path.startsWith('/v4/')) return pool.isListFailing ? undefined : pool.list();
      const [after, size] = ['after_lt', 'page_size'].map((name) => query.get(name));
      const found = pool.trades.filter(({ lt }) => lt > BigInt(after ?? 0)).map(tradeAt);
      return after === null ? found.slice(-Number(size)) : found.slice(0, Number(size));
    });
    for (let index = TRADES - 1; index >= 0; index -= 1)
      pool.trade(new Date(START.getTime() - index * 10 * SECOND));
    const { clock } = pool;
    const source = createUnpacedDedustSource(client, { exchange: 'dedust', now: clock.now });
    const from = new Date(START.getTime() - 3_600 * SECOND);
    pool.feed = await startSwapFeed(store, { name: 'dedust', kind: 'dedust', clock, from }, source);
    await pool.pass(0);
    return pool;
  }

  private constructor(store: Store) {
    this.store = store;
  }

  trade(time = this.clock.now()): void {
    this.trades.push({ lt: BigInt(1_000 + this.trades.length), time });
  }

  /** Lets time pass while the feed makes its steps. */
  async pass(seconds: number): Promise<void> {
    for (let elapsed = 0; elapsed <= seconds; elapsed += 3) {
      await this.feed.settle();
      this.clock.advance(3 * SECOND);
    }
  }

  status() {
    return this.feed.status();
  }

  async countRanges(): Promise<number> {
    const [row] = await rows<{ count: number }>(this.store.db, sql`select count(*)::int from feed_range`);
    return row?.count ?? 0;
  }

  private list() {
    const pool = {
      address: addressOf('c'),
      dex: 'dedust',
      type: 'cpmm_v1',
      assets: ['native', `jetton:${JETTON}`],
      reserves: ['5000', '70'],
      last_activity_at: this.activityAt.toISOString(),
      volume_24h_usd: String(this.volume),
    };
    return {
      pool_rows: [{ volume_24h_usd: pool.volume_24h_usd, pools: [pool] }],
      assets_metadata: { [`jetton:${JETTON}`]: { name: 'A', ticker: 'A', decimals: 6 } },
    };
  }
}

function tradeAt({ lt, time }: { readonly lt: bigint; readonly time: Date }) {
  return {
    sender: addressOf('e'),
    assetIn: { type: 'native' },
    assetOut: { type: 'jetton', address: JETTON },
    amountIn: '1000000000',
    amountOut: '2500000',
    lt: String(lt),
    createdAt: time.toISOString(),
  };
}

describeOnOneStore('a busy DeDust pool', (openEmptyStore) => {
  test('is read within seconds while its list stands still, and leaves no ranges without trades', async () => {
    const pool = await BusyPool.create(await openEmptyStore());
    expect(await pool.status()).toMatchObject({ caughtUp: true, events: { ingested: TRADES } });
    for (let trade = 0; trade < 5; trade += 1) pool.trade();
    await pool.pass(9);
    expect(await pool.status()).toMatchObject({ caughtUp: true, events: { ingested: TRADES + 5, late: 0 } });
    await pool.pass(60);
    expect(await pool.status()).toMatchObject({ ranges: { open: 0 }, events: { duplicate: 0, late: 0 } });
    expect(await pool.countRanges()).toBe(1);
  });

  test('is not caught up if the list moves on while its trades stand still', async () => {
    const pool = await BusyPool.create(await openEmptyStore());
    for (let minute = 0; minute < 3; minute += 1) {
      pool.activityAt = pool.clock.now();
      pool.volume += 10;
      await pool.pass(57);
    }
    const { caughtUp, lagSeconds } = await pool.status();
    expect(caughtUp).toBe(false);
    expect(lagSeconds).toBeGreaterThan(90);
    for (let trade = 0; trade < 5; trade += 1) pool.trade();
    await pool.pass(60);
    expect(await pool.status()).toMatchObject({ caughtUp: true, events: { ingested: TRADES + 5 } });
  });

  test('is read while the list fails, which the status reports', async () => {
    const pool = await BusyPool.create(await openEmptyStore());
    pool.isListFailing = true;
    pool.trade();
    await pool.pass(9);
    expect(await pool.status()).toMatchObject({
      events: { ingested: TRADES + 1 },
      lastError: { message: '/v4/api/get_pools: status 404' },
    });
  });
});
