import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { WrongPositionError } from '#service/feeds/client/source.ts';
import { boundedClock } from '#service/feeds/sources/create-feed-source.ts';
import { rows } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { ManualClock, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, swapEvent } from '#testing/feeds/sample-events.ts';

const DAY_MS = 86_400_000;
/** The lag of the alert in docs/operations.md. */
const ALERT_SECONDS = 300;

async function openMarket() {
  const store = await openSmallStore();
  const clock = new ManualClock(importClock);
  const sequence = new EventSequence(clock.now);
  const addSwap = (lt: bigint) =>
    sequence.addSwaps(swapEvent({ time: clock.now(), lt, pool: addressOf('c') }));
  return { store, clock, sequence, addSwap };
}

test.each(['the same process', 'a restart'])(
  'a clock that was a day ahead loses no events after %s',
  async (when) => {
    const { store, clock, sequence, addSwap } = await openMarket();
    const start = () => startSwapFeed(store, { name: 'feed', clock }, sequence.createSource());
    let feed = await start();
    await feed.settle();
    clock.advance(1_000);
    addSwap(1_001n);
    clock.advance(4_000);
    await feed.settle();
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
    expect(await rows(store.db, sql`select last_error ~ 'later than the clock' as noted from feed`)).toEqual([
      { noted: true },
    ]);
    await store.close();
  },
);

test('a store with the position of a wrong head recovers, without losing events', async () => {
  const { store, clock, sequence, addSwap } = await openMarket();
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
  await feed.settle();
  clock.advance(1_000);
  addSwap(2_001n);
  clock.advance(4_000);
  await feed.settle();
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
