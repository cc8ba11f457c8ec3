import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ContradictionError,
  type Discovery,
  SourceError,
  type SwapSource,
} from '#service/feeds/client/source.ts';
import { retryFeed } from '#service/feeds/ledger/feed-state.ts';
import type { Progress } from '#service/feeds/ledger/progress.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { ManualClock, type ManualFeed, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { divideReads, type Read } from './divide-reads.ts';

describe('reads in parallel', () => {
  const HOUR = 3_600_000;
  const HOURS = 30;

  let store: Store;
  beforeAll(async () => {
    store = await openSmallStore();
  });
  afterAll(() => store.close());

  let clock: ManualClock;
  let sequence: EventSequence;
  let lt = 9_000n;
  beforeEach(async () => {
    clock = new ManualClock(importClock);
    sequence = new EventSequence(clock.now);
    await store.db.execute(sql`truncate feed, feed_range, feed_cursor, feed_rejected`);
    for (let hour = 0; hour < HOURS; hour += 1) addSwapAt(-(hour + 0.5) * HOUR);
  });

  function addSwapAt(time: number): void {
    lt += 1n;
    sequence.addSwaps(swapEvent({ lt, time: new Date(importClock.getTime() + time) }));
  }

  /** A source that is read in parallel. `changes` can hold its responses. */
  function start(changes: (source: SwapSource) => Partial<SwapSource>): Promise<ManualFeed> {
    const source = sequence.createSource();
    const from = new Date(importClock.getTime() - HOURS * HOUR);
    const options = { name: 'feed', clock, from };
    return startSwapFeed(store, options, { ...source, delay: () => 0, ...changes(source) });
  }

  function createGate() {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  async function openRanges(feed: ManualFeed): Promise<number> {
    return (await feed.status()).ranges.open;
  }

  test('a slow response holds up only its own range', async () => {
    const slow = createGate();
    const isSlow = (from: bigint) => (importClock.getTime() - Number(from)) % (10 * HOUR) === 0;
    const feed = await start((source) => ({
      read: async (range, ...others) => {
        if (isSlow(range.from)) await slow.opened;
        return await source.read(range, ...others);
      },
    }));
    do await feed.step();
    while ((await feed.status()).events.ingested < HOURS - HOURS / 10);
    expect(await openRanges(feed)).toBe(HOURS / 10);
    clock.advance(3_000);
    addSwapAt(2_000);
    await feed.step();
    expect(await feed.status()).toMatchObject({ lagSeconds: 0, ranges: { open: HOURS / 10 } });
    slow.open();
    await feed.settle();
    expect(await feed.status()).toMatchObject({
      ranges: { open: 0, failed: 0 },
      events: { ingested: HOURS + 1, duplicate: 0, late: 0 },
    });
  });

  test('a slow discovery does not hold up the ranges that are known', async () => {
    const slow = createGate();
    let discoveries = 0;
    const feed = await start((source) => ({
      discover: async (...known) => {
        discoveries += 1;
        if (discoveries === 2) await slow.opened;
        return await source.discover(...known);
      },
    }));
    await feed.step();
    clock.advance(3_000);
    do await feed.step();
    while ((await openRanges(feed)) > 0);
    expect(discoveries).toBe(2);
    expect((await feed.status()).events.ingested).toBe(HOURS);
    addSwapAt(2_000);
    slow.open();
    await feed.settle();
    expect((await feed.status()).events.ingested).toBe(HOURS + 1);
  });

  test('what a discovery describes shares a round with what is read after it', async () => {
    const swapsOfRounds: number[] = [];
    const source = sequence.createSource();
    const options = {
      name: 'feed',
      clock,
      onRound: ({ swaps }: { swaps: number }) => swapsOfRounds.push(swaps),
    };
    const feed = await startSwapFeed(store, options, {
      ...source,
      discover: async (...known) => ({ ...(await source.discover(...known)), pools: [newPool()] }),
    });
    addSwapAt(-1);
    await feed.settle();
    swapsOfRounds.length = 0;
    clock.advance(3_000);
    addSwapAt(2_000);
    await feed.settle();
    expect(swapsOfRounds).toEqual([1]);
  });

  test('a discovery counts as stored once its data is', async () => {
    const source = sequence.createSource();
    const stored: unknown[] = [];
    const discovered: Discovery[] = [];
    const jetton = { address: addressOf('7'), decimals: 9 };
    const findJetton = sql`select address, decimals from jetton where address = ${jetton.address}`;
    let isContradictory = true;
    const feed = await startSwapFeed(
      store,
      { name: 'feed', clock, from: new Date(importClock.getTime() - HOUR) },
      {
        ...source,
        discover: async (known, signal) => {
          stored.push(known.stored);
          const discovery = { ...(await source.discover(known, signal)), jettons: [jetton] };
          discovered.push(discovery);
          return discovery;
        },
        read: async (...request) => {
          const page = await source.read(...request);
          if (isContradictory) throw new ContradictionError('/trades: pages are not the oldest trades');
          return page;
        },
      },
    );
    await feed.settle();
    expect((await feed.status()).stopped).toBe(true);
    expect(await rows(store.db, findJetton)).toEqual([]);
    isContradictory = false;
    await retryFeed(store.db, 'feed');
    for (let poll = 0; poll < 2; poll += 1) {
      clock.advance(3_000);
      await feed.settle();
    }
    expect(await rows(store.db, findJetton)).toEqual([jetton]);
    expect(stored).toEqual([undefined, undefined, discovered[1]]);
  });

  test('a feed that has nothing to read waits for the next attempt at a failed discovery', async () => {
    let isFailing = false;
    const feed = await start((source) => ({
      discover: async (...known) => {
        if (isFailing) throw new SourceError('/pools: status 503', { status: 503 });
        return await source.discover(...known);
      },
    }));
    await feed.settle();
    isFailing = true;
    // The delays between attempts grow beyond the interval of discoveries.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      clock.advance(3_000);
      for (let step = 0; step < 3; step += 1) expect(await feed.step()).toBeGreaterThan(0);
    }
    isFailing = false;
    clock.advance(60_000);
    addSwapAt(110_000);
    await feed.settle();
    expect((await feed.status()).events.ingested).toBe(HOURS + 1);
  });

  test.each([
    ['one range at a time without a rate', undefined, 1],
    ['one range at a time while the rate allows no other', () => Number.POSITIVE_INFINITY, 1],
    ['at most ten ranges at a time', () => 0, 10],
  ])('reads %s', async (_, delay, expected) => {
    let running = 0;
    let most = 0;
    const full = createGate();
    const feed = await start((source) => ({
      delay,
      read: async (...request) => {
        running += 1;
        most = Math.max(most, running);
        if (running === expected) full.open();
        await full.opened;
        const page = await source.read(...request);
        running -= 1;
        return page;
      },
    }));
    do await feed.step();
    while ((await openRanges(feed)) > 0);
    expect(most).toBe(expected);
  });

  test('a source that keeps failing is read one range at a time, until one succeeds', async () => {
    let running = 0;
    let most = 0;
    let isFailing = true;
    let succeeded = 0;
    const full = createGate();
    const feed = await start((source) => ({
      read: async (...request) => {
        running += 1;
        most = Math.max(most, running);
        try {
          // Longer than starting another read would take.
          for (let queries = 0; queries < 5; queries += 1) await openRanges(feed);
          if (isFailing) throw new SourceError('/events: status 500', { status: 500 });
          if (running === 10) full.open();
          if (succeeded > 0) await full.opened;
          succeeded += 1;
          return await source.read(...request);
        } finally {
          running -= 1;
        }
      },
    }));
    do await feed.step();
    while (running > 0 || (await feed.status()).ranges.failed < 5);
    most = 0;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      clock.advance(60_000);
      // A step may end before the read that it has started.
      do await feed.step();
      while (running > 0);
    }
    expect(most).toBe(1);
    isFailing = false;
    clock.advance(60_000);
    do await feed.step();
    while (most < 10);
    await feed.settle();
    expect(most).toBe(10);
  });
});

describe('divideReads', () => {
  const MAX = 5;
  const early = new Date(60_000);
  const middle = new Date(120_000);
  const later = new Date(180_000);

  function readOf(swaps: number, first: number, isAgain = false): Read & { readonly progress: Progress } {
    return {
      data: {
        pools: [newPool()],
        swaps: Array.from({ length: swaps }, (_, index) =>
          swapEvent({ lt: BigInt(first + index), time: index % 2 === 0 ? early : later }),
        ),
        invalid: [{ key: String(first), reason: 'invalid', event: {} }],
      },
      lateBefore: isAgain ? middle : undefined,
      progress: { kind: 'current' },
    };
  }

  test('every swap is in one batch, in order, and progress follows all swaps of a read', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3 * MAX }), { maxLength: 20 });
    fc.assert(
      fc.property(sizes, (counts) => {
        const reads = counts.map((count, index) => readOf(count, 1_000 * index, index % 3 === 0));
        const batches = divideReads(reads, MAX);
        const expected = reads.flatMap(({ data }) => data.swaps ?? []);
        expect(batches.flatMap(({ data }) => data.swaps ?? [])).toEqual(expected);
        expect(batches.flatMap(({ progress }) => progress)).toEqual(reads.map(({ progress }) => progress));
        for (const { data } of batches) expect(data.swaps?.length).toBeLessThanOrEqual(MAX);
        for (const [index, { data, progress }] of reads.entries()) {
          const last = batches.findIndex((batch) => batch.progress.includes(progress));
          const lts = new Set(batches.slice(0, last + 1).flatMap((batch) => batch.data.swaps ?? []));
          expect(
            data.swaps?.every((swap) => lts.has(swap)),
            `read ${index}`,
          ).toBe(true);
        }
      }),
    );
  });

  test('small reads share a batch', () => {
    expect(divideReads([readOf(1, 0), readOf(0, 10), readOf(2, 20)], MAX)).toHaveLength(1);
  });

  test('swaps that were read again are listed', () => {
    const [batch] = divideReads([readOf(2, 0, true), readOf(2, 10)], MAX);
    expect(Array.from(batch?.readAgain ?? [], ({ lt }) => lt)).toEqual([0n]);
  });

  test('every slice of a read contains its pools', () => {
    const batches = divideReads([readOf(12, 0)], MAX);
    expect(batches.map(({ data }) => [data.swaps?.length, data.pools?.length])).toEqual([
      [5, 1],
      [5, 1],
      [2, 1],
    ]);
  });
});
