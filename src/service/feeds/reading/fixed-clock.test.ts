import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { fixedClock } from '#service/config/context.ts';
import { runRound } from '#service/market/round.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { ManualClock, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

const HOUR = 3_600_000;

describeOnOneStore('with a fixed clock', (openEmptyStore) => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
    await importFiles(store, smallDataset());
  });

  /** Reads all computed values except those of single trades, which are stored whether they count or not. */
  async function readAggregates() {
    const { trade: _, ...values } = await readComputedValues(store);
    return values;
  }

  async function countSwaps(): Promise<number | undefined> {
    const [row] = await rows<{ count: number }>(store.db, sql`select count(*)::int as count from swap`);
    return row?.count;
  }

  test.each(['AS_OF', 'the time of an import'])(
    'swaps later than %s are stored, and count once the clock runs',
    async (kind) => {
      if (kind === 'AS_OF') await store.db.execute(sql`update dataset set as_of = null`);
      const clock = new ManualClock(new Date(importClock.getTime() + HOUR));
      const sequence = new EventSequence(clock.now);
      const options = { name: 'feed', clock, from: importClock, valueClock: fixedClock(importClock) };
      const feed = await startSwapFeed(store, options, sequence.createSource());
      const before = await readAggregates();
      for (let index = 1; index <= 5; index += 1) {
        const time = new Date(importClock.getTime() + index * 60_000);
        sequence.addSwaps(
          swapEvent({ time, lt: 100n + BigInt(index), amount1: { baseUnits: `${index}000000` } }),
        );
      }
      await feed.settle();
      expect(await feed.status()).toMatchObject({ lagSeconds: 0, caughtUp: true, events: { ingested: 5 } });
      expect(await countSwaps()).toBe(6);
      expect(differences(await readAggregates(), before)).toEqual([]);

      await store.db.execute(sql`update dataset set as_of = null`);
      expect(await runRound(store, clock.now())).toBe('done');
      const released = await readComputedValues(store);
      expect(differences(released, before)).not.toEqual([]);
      await calculateEverything(store, clock.now());
      expect(differences(released, await readComputedValues(store))).toEqual([]);
    },
  );

  test('swaps earlier than a fixed time count at once', async () => {
    const clock = new ManualClock(new Date(importClock.getTime() + HOUR));
    const sequence = new EventSequence(clock.now);
    const from = new Date(importClock.getTime() - HOUR);
    const options = { name: 'feed', clock, from, valueClock: fixedClock(importClock) };
    const feed = await startSwapFeed(store, options, sequence.createSource());
    const before = await readAggregates();
    sequence.addSwaps(swapEvent());
    await feed.settle();
    const after = await readComputedValues(store);
    expect(differences(after, before)).not.toEqual([]);
    await calculateEverything(store, importClock);
    expect(differences(after, await readComputedValues(store))).toEqual([]);
  });

  /** Reserves of pool c, with as many whole units of jetton a as of TON. */
  function reservesEvent(minutes: number, units: string) {
    const time = new Date(importClock.getTime() + minutes * 60_000);
    return { pool: addressOf('c'), time, reserve0: { units }, reserve1: { units } };
  }

  test.each(['AS_OF', 'the time of an import'])(
    'reserves later than %s leave those that count, and count once the clock runs',
    async (kind) => {
      if (kind === 'AS_OF') await store.db.execute(sql`update dataset set as_of = null`);
      const clock = new ManualClock(new Date(importClock.getTime() + HOUR));
      const sequence = new EventSequence(clock.now);
      sequence.pools = [newPool({ address: addressOf('c'), asset1: addressOf('a') })];
      const options = { name: 'feed', clock, from: new Date(importClock.getTime() - HOUR) };
      const fixed = { ...options, valueClock: fixedClock(importClock) };
      let feed = await startSwapFeed(store, fixed, sequence.createSource());
      sequence.addReserves(reservesEvent(-10, '5'), reservesEvent(10, '7'), reservesEvent(20, '8'));
      await feed.settle();
      const reserves = async () =>
        await rows(
          store.db,
          sql`select trim_scale(reserve0 / 1000000000)::text as units, trim_scale(liquidity_asset)::text as liquidity
          from pool join market on pool_id = pool.id where pool.address = ${addressOf('c')}`,
        );
      expect(await reserves()).toEqual([{ units: '5', liquidity: '5' }]);

      feed = await startSwapFeed(store, fixed, sequence.createSource());
      sequence.addReserves(reservesEvent(60, '9'));
      clock.advance(60_000);
      await feed.settle();
      expect(await reserves()).toEqual([{ units: '5', liquidity: '5' }]);

      await store.db.execute(sql`update dataset set as_of = null`);
      feed = await startSwapFeed(store, options, sequence.createSource());
      sequence.addSwaps(swapEvent({ time: clock.now() }));
      clock.advance(60_000);
      await feed.settle();
      expect(await reserves()).toEqual([{ units: '9', liquidity: '9' }]);
    },
  );
});
