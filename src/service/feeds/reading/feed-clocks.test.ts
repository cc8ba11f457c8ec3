import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { fixedClock } from '#service/config/context.ts';
import { SourceError, WrongPositionError } from '#service/feeds/client/source.ts';
import { boundedClock } from '#service/feeds/sources/create-feed-source.ts';
import { runRound } from '#service/market/round.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { differences } from '#testing/differences.ts';
import { ManualClock, type ManualFeed, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';

describe('with a wrong clock', () => {
  const DAY_MS = 86_400_000;
  /** The lag of the alert in docs/operations.md. */
  const ALERT_SECONDS = 300;

  async function openMarket() {
    const store = await openSmallStore();
    const clock = new ManualClock(importClock);
    const sequence = new EventSequence(clock.now);
    const addSwap = (lt: bigint) =>
      sequence.addSwaps(swapEvent({ time: clock.now(), lt, pool: addressOf('c') }));
    /** Reads what there is, then one more swap. */
    const readSwap = async (feed: ManualFeed, lt: bigint) => {
      await feed.settle();
      clock.advance(1_000);
      addSwap(lt);
      clock.advance(4_000);
      await feed.settle();
    };
    return { store, clock, sequence, addSwap, readSwap };
  }

  test.each(['the same process', 'a restart'])(
    'a clock that was a day ahead loses no events after %s',
    async (when) => {
      const { store, clock, sequence, addSwap, readSwap } = await openMarket();
      const start = () => startSwapFeed(store, { name: 'feed', clock }, sequence.createSource());
      let feed = await start();
      await readSwap(feed, 1_001n);
      expect(await feed.status()).toMatchObject({ lagSeconds: 0, events: { ingested: 1 } });

      clock.advance(DAY_MS);
      await feed.settle();
      clock.advance(30_000 - DAY_MS);
      addSwap(1_002n);
      // Until the feed notices, its position must not count as current, as an alert reads it.
      expect(await feed.status()).toMatchObject({
        caughtUp: false,
        lagSeconds: expect.toSatisfy((lag) => lag > ALERT_SECONDS),
      });
      clock.advance(5_000);
      if (when === 'a restart') feed = await start();
      await feed.settle();
      expect(await feed.status()).toMatchObject({
        lagSeconds: 0,
        caughtUp: true,
        ranges: { open: 0, failed: 0 },
        events: { ingested: 2 },
        failing: { problem: 'failing' },
      });
      expect(
        await rows(store.db, sql`select last_error ~ 'later than the clock' as noted from feed`),
      ).toEqual([{ noted: true }]);
      await store.close();
    },
  );

  test.each(['the same process', 'a restart'])(
    'requests that failed with a clock that was a day ahead are repeated at once after %s',
    async (when) => {
      const { store, clock, sequence, addSwap, readSwap } = await openMarket();
      const source = sequence.createSource();
      const failure = new SourceError('the request failed', { problem: 'unreachable' });
      let isListed = true;
      const start = () =>
        startSwapFeed(
          store,
          { name: 'feed', clock },
          {
            ...source,
            discover: async (...args) => {
              if (!isListed) throw failure;
              return await source.discover(...args);
            },
          },
        );
      let feed = await start();
      await readSwap(feed, 3_001n);
      addSwap(3_002n);
      sequence.failureOf = () => failure;
      clock.advance(5_000);
      await feed.step();
      isListed = false;
      addSwap(3_003n);
      clock.advance(DAY_MS);
      await feed.step();
      await feed.step();

      clock.advance(5_000 - DAY_MS);
      isListed = true;
      sequence.failureOf = () => undefined;
      if (when === 'a restart') feed = await start();
      await feed.settle();
      expect(await feed.status()).toMatchObject({
        lagSeconds: 0,
        caughtUp: true,
        ranges: { open: 0, failed: 0 },
        events: { ingested: 3 },
      });
      await store.close();
    },
  );

  test('a store with the position of a wrong head recovers, without losing events', async () => {
    const { store, clock, sequence, addSwap, readSwap } = await openMarket();
    const source = sequence.createSource();
    const start = () =>
      startSwapFeed(
        store,
        { name: 'feed', clock },
        {
          ...source,
          discover: async (known, ...others) => {
            const position = known.cursors.get('') ?? known.start;
            if (position > BigInt(clock.now().getTime() + DAY_MS))
              throw new WrongPositionError('the position is beyond the head');
            return await source.discover(known, ...others);
          },
        },
      );
    let feed = await start();
    await readSwap(feed, 2_001n);
    // What an earlier version has stored after a wrong head.
    const wrong = 10n ** 15n;
    await store.db.execute(sql`
    insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose)
    select feed, subject, key, ${wrong}, head, head, 'history' from feed_cursor join feed on name = feed`);
    await store.db.execute(sql`update feed_cursor set key = ${wrong}`);
    addSwap(2_002n);
    clock.advance(10_000);
    feed = await start();
    await feed.settle();
    clock.advance(10_000);
    await feed.settle();
    expect(await feed.status()).toMatchObject({
      lagSeconds: 0,
      caughtUp: true,
      ranges: { open: 0, failed: 0 },
      events: { ingested: 2 },
    });
    await store.close();
  });

  test('a clock that is ahead of its source does not count', () => {
    const own = new Date('2026-01-02T00:00:00Z');
    const time = new Date('2026-01-01T00:00:00Z');
    expect(boundedClock(() => own, { time: () => time })()).toEqual(time);
    expect(boundedClock(() => time, { time: () => own })()).toEqual(time);
    expect(boundedClock(() => own, {})()).toEqual(own);
  });
});

describeOnOneStore('with a fixed clock', (openEmptyStore) => {
  const HOUR = 3_600_000;

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
