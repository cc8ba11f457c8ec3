import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ContradictionError } from '#service/feeds/client/source.ts';
import { retryFeed } from '#service/feeds/ledger/feed-state.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { ManualClock, type ManualFeed, startFeed, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, newPool, swapEvent } from '#testing/feeds/sample-events.ts';
import { MetadataFeed } from './metadata-feed.ts';

let store: Store;
beforeAll(async () => {
  store = await openSmallStore();
});
afterAll(() => store.close());

let clock: ManualClock;
let lt = 1_000n;
beforeEach(async () => {
  clock = new ManualClock(importClock);
  await store.db.execute(sql`truncate feed, feed_range, feed_cursor, feed_rejected`);
  await store.db.execute(sql`update pool set feed = null`);
});

async function startSequence(name: string): Promise<{ sequence: EventSequence; feed: ManualFeed }> {
  const sequence = new EventSequence(clock.now);
  const feed = await startSwapFeed(store, { name, clock }, sequence.createSource());
  await feed.settle();
  return { sequence, feed };
}

function addSwaps(sequence: EventSequence, time: Date, count: number, pool = addressOf('c')): void {
  for (let index = 0; index < count; index += 1) {
    lt += 1n;
    sequence.addSwaps(swapEvent({ time, lt, pool }));
  }
}

async function ranges(name: string) {
  return await rows(store.db, sql`select * from feed_range where feed = ${name} order by from_key`);
}

test('more than 5 % of invalid events stop that feed until it is resumed, and nothing is lost', async () => {
  const bad = await startSequence('bad');
  const good = await startSequence('good');
  const time = clock.advance(1_000);
  addSwaps(bad.sequence, time, 100);
  bad.sequence.addInvalid(time, 20);
  addSwaps(good.sequence, time, 3, addressOf('d'));
  clock.advance(4_000);
  const before = await bad.feed.status();
  await bad.feed.settle();
  await good.feed.settle();

  const message = '20 of 120 events are invalid, such as: an amount is missing';
  const stopped = {
    stopped: true,
    position: before.position,
    lagSeconds: 5,
    ranges: { open: 1, failed: 0 },
    events: { ingested: 0, duplicate: 0, late: 0, rejected: 20 },
    lastError: { message, at: clock.now().toISOString() },
  };
  expect(await bad.feed.status()).toMatchObject(stopped);
  expect(await good.feed.status()).toMatchObject({ stopped: false, lagSeconds: 0, events: { ingested: 3 } });

  const rangesBefore = await ranges('bad');
  clock.advance(60_000);
  const reads = bad.sequence.reads.length;
  expect(await bad.feed.step()).toBeGreaterThan(0);
  expect(bad.sequence.reads).toHaveLength(reads);
  expect(await ranges('bad')).toEqual(rangesBefore);

  await retryFeed(store.db, 'bad');
  await bad.feed.settle();
  expect(await bad.feed.status()).toMatchObject({ stopped: true, events: stopped.events });

  // The source is repaired.
  addSwaps(bad.sequence, time, 300);
  await retryFeed(store.db, 'bad');
  await bad.feed.settle();
  expect(await bad.feed.status()).toMatchObject({
    stopped: false,
    caughtUp: true,
    ranges: { open: 0, failed: 0 },
    events: { ingested: 400, duplicate: 0, late: 0, rejected: 20 },
  });
});

test.each([
  ['5 %', 190, 10],
  ['a few among few', 0, 9],
])('%s of invalid events are skipped and counted once', async (_, valid, invalid) => {
  const { sequence, feed } = await startSequence('some');
  const time = clock.advance(1_000);
  addSwaps(sequence, time, valid);
  sequence.addInvalid(time, invalid);
  for (let round = 0; round < 3; round += 1) {
    clock.advance(4_000);
    await feed.settle();
  }
  expect(await feed.status()).toMatchObject({
    stopped: false,
    lagSeconds: 0,
    events: { ingested: valid, rejected: invalid },
  });
  const rejected = await rows(store.db, sql`select distinct reason from feed_rejected where feed = 'some'`);
  expect(rejected).toEqual([{ reason: 'an amount is missing' }]);
});

test('a source that contradicts its assumed format stops the feed, and is not read until it is resumed', async () => {
  const { sequence, feed } = await startSequence('contradiction');
  addSwaps(sequence, clock.advance(1_000), 3);
  clock.advance(4_000);
  const message = '/trades: pages are not the oldest trades';
  sequence.failureOf = () => new ContradictionError(message);
  await feed.settle();
  const events = { ingested: 0, duplicate: 0, late: 0, rejected: 0 };
  expect(await feed.status()).toMatchObject({ stopped: true, events, lastError: { message } });
  sequence.failureOf = () => undefined;
  await feed.settle();
  expect(await feed.status()).toMatchObject({ stopped: true, events });
  await retryFeed(store.db, 'contradiction');
  await feed.settle();
  expect(await feed.status()).toMatchObject({ stopped: false, events: { ...events, ingested: 3 } });
});

test('the share of invalid events refers to everything that was received', async () => {
  const { sequence, feed } = await startSequence('list');
  sequence.received = 400;
  sequence.addInvalid(clock.advance(1_000), 20);
  clock.advance(4_000);
  await feed.settle();
  expect(await feed.status()).toMatchObject({ stopped: false, events: { rejected: 20 } });
});

test('the share of invalid events does not refer to what the list contains', async () => {
  const sequence = new EventSequence(clock.now);
  const source = sequence.createSource();
  const feed = await startSwapFeed(
    store,
    { name: 'pages', clock },
    {
      ...source,
      discover: async (...known) => ({
        ...(await source.discover(...known)),
        pools: [newPool()],
        received: 50_000,
      }),
    },
  );
  await feed.settle();
  sequence.addInvalid(clock.advance(1_000), 20);
  clock.advance(4_000);
  await feed.settle();
  expect(await feed.status()).toMatchObject({
    stopped: true,
    lastError: { message: '20 of 20 events are invalid, such as: an amount is missing' },
  });
});

test('events of pools that the source describes but nothing supports do not stop the feed', async () => {
  const { sequence, feed } = await startSequence('pools');
  const time = clock.advance(1_000);
  for (let index = 0; index < 20; index += 1) {
    const reason = 'the assets of a pool must differ';
    sequence.events.push({ time, invalid: { key: `${index}`, reason, event: {}, isPoolSpecific: true } });
  }
  clock.advance(4_000);
  await feed.settle();
  expect(await feed.status()).toMatchObject({ stopped: false, lagSeconds: 0, events: { rejected: 20 } });
});

test('swaps of a pool from a second feed are rejected, and neither feed stops', async () => {
  const first = await startSequence('first');
  const second = await startSequence('second');
  for (let round = 0; round < 2; round += 1) {
    const time = clock.advance(1_000);
    addSwaps(first.sequence, time, 2);
    addSwaps(second.sequence, time, 30);
    addSwaps(second.sequence, time, 1, addressOf('d'));
    clock.advance(4_000);
    await first.feed.settle();
    await second.feed.settle();
  }
  expect(await first.feed.status()).toMatchObject({ stopped: false, events: { ingested: 4, rejected: 0 } });
  expect(await second.feed.status()).toMatchObject({
    stopped: false,
    lagSeconds: 0,
    ranges: { open: 0, failed: 0 },
    events: { ingested: 2, rejected: 60 },
  });
  const pools = await rows(store.db, sql`select address, feed from pool order by address`);
  expect(pools).toEqual([
    { address: addressOf('c'), feed: 'first' },
    { address: addressOf('d'), feed: 'second' },
  ]);
  const rejected = await rows(store.db, sql`select distinct feed, reason from feed_rejected`);
  expect(rejected).toEqual([{ feed: 'second', reason: 'the pool belongs to another feed' }]);
});

test('swaps that the decimals of one jetton make invalid are rejected, and the feed goes on', async () => {
  const { sequence, feed } = await startSequence('unsupported');
  sequence.pools = [newPool()];
  const time = clock.advance(1_000);
  for (let index = 0; index < 10; index += 1) {
    lt += 1n;
    sequence.addSwaps(swapEvent({ time, lt, amount1: { units: '1.0000001' } }));
    sequence.addSwaps(swapEvent({ time, lt, pool: newPool().address }));
  }
  clock.advance(4_000);
  await feed.settle();
  expect(await feed.status()).toMatchObject({ stopped: false, events: { rejected: 10 } });

  // Its issuer chooses the decimals. The swaps that wait for them are released without others.
  const jetton = { address: addressOf('f'), decimals: 60 };
  const metadata = await startFeed(store, { name: 'metadata', kind: 'tonapi', clock }, (context) => {
    const fetchJettons = async () => ({ jettons: [jetton] });
    return new MetadataFeed(context, { batchSize: 10, fetchJettons, check: async () => 'works' });
  });
  await metadata.settle();
  addSwaps(sequence, clock.advance(1_000), 1);
  for (let round = 0; round < 2; round += 1) {
    clock.advance(4_000);
    await feed.settle();
  }
  const events = { ingested: 1, rejected: 20 };
  expect(await feed.status()).toMatchObject({ stopped: false, lagSeconds: 0, events });
  expect(await rows(store.db, sql`select from feed_waiting`)).toEqual([]);
});
