import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SourceError, type SourceRange, type SwapSource } from '#service/feeds/client/source.ts';
import { retryFeed } from '#service/feeds/ledger/feed-state.ts';
import { acquireLease } from '#service/feeds/ledger/lease.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { ManualClock, type ManualFeed, startSwapFeed } from '#testing/feeds/manual-feed.ts';
import { EventSequence, swapEvent } from '#testing/feeds/sample-events.ts';
import { Random } from '#testing/market/random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let store: Store;
beforeAll(async () => {
  store = await openSmallStore();
});
afterAll(() => store.close());

let clock: ManualClock;
let sequence: EventSequence;
beforeEach(async () => {
  clock = new ManualClock(importClock);
  sequence = new EventSequence(clock.now);
  await store.db.execute(sql`truncate feed, feed_range, feed_cursor, feed_rejected`);
  // The longest delays.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

/** The history of the feed starts `history` milliseconds before the present. */
function start(history = 0): Promise<ManualFeed> {
  const from = new Date(clock.now().getTime() - history);
  return startSwapFeed(store, { name: 'feed', clock, from }, sequence.createSource());
}

/** Returns the ranges read since the last call, in milliseconds relative to `importClock`. */
function reads(): number[][] {
  return sequence.reads
    .splice(0)
    .map(({ from, to }) => [Number(from) - importClock.getTime(), Number(to) - importClock.getTime()]);
}

let lt = 5_000n;
function addSwapAt(time: number): void {
  lt += 1n;
  sequence.addSwaps(swapEvent({ lt, time: new Date(importClock.getTime() + time) }));
}

/** Makes steps, with the waits that they return, until no range is open. */
async function readAll(feed: ManualFeed): Promise<void> {
  const MAX_STEPS = 200;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const wait = await feed.step();
    if (wait > 0 && (await feed.status()).ranges.open === 0) return;
    clock.advance(wait);
  }
  throw new Error(`still open after ${MAX_STEPS} steps: ${JSON.stringify(await feed.status())}`);
}

test('the latest hour is read first, then the history in chunks, latest first', async () => {
  const feed = await start(3.5 * HOUR);
  for (const hour of [-3.4, -2, -0.1]) addSwapAt(hour * HOUR);
  await feed.settle();
  expect(reads()).toEqual([
    [-HOUR, 0],
    [-2 * HOUR, -HOUR],
    [-3 * HOUR, -2 * HOUR],
    [-3.5 * HOUR, -3 * HOUR],
  ]);
  expect(await feed.status()).toMatchObject({
    historyRead: 1,
    events: { ingested: 3, duplicate: 0, late: 0 },
  });
});

test('live events come before the history', async () => {
  const feed = await start(4 * HOUR);
  await feed.step();
  expect(await feed.status()).toMatchObject({ lagSeconds: 0, caughtUp: false, historyRead: 0 });
  // The first step has split off the next chunk.
  await feed.step();
  expect(await feed.status()).toMatchObject({ historyRead: 0.3333, ranges: { open: 2, failed: 0 } });
  clock.advance(3_000);
  await feed.step();
  await feed.settle();
  const [first, second, third, ...rest] = reads();
  expect([first, second]).toEqual([
    [-HOUR, 0],
    [-2 * HOUR, -HOUR],
  ]);
  // With the last two minutes, which are part of a longer range.
  expect(third).toEqual([-HOUR, 3_000]);
  expect(rest).toEqual([
    [-3 * HOUR, -2 * HOUR],
    [-4 * HOUR, -3 * HOUR],
  ]);
});

test('a history that ends with a wrong head is read from both ends', async () => {
  const feed = await start(1_000 * HOUR);
  for (let hour = 900; hour <= 999; hour += 1) addSwapAt(-hour * HOUR);
  const MAX_READS = 120;
  while (sequence.reads.length < MAX_READS) await feed.step();
  expect((await feed.status()).events.ingested).toBeGreaterThan(20);
});

const tooLarge = new SourceError('/events: status 504', { status: 504, isTooLarge: true });

/** Responses with more than `count` events are too large. */
function limitEvents(count: number): void {
  sequence.failureOf = ({ from, to }: SourceRange) => {
    const keys = sequence.events.map(({ time }) => BigInt(time.getTime()));
    return keys.filter((key) => key >= from && key < to).length > count ? tooLarge : undefined;
  };
}

test('ranges that are too large are halved until they fit', async () => {
  const feed = await start(HOUR / 2);
  for (let minute = 1; minute <= 28; minute += 1) addSwapAt(-minute * MINUTE);
  limitEvents(4);
  await readAll(feed);
  expect(await feed.status()).toMatchObject({
    ranges: { open: 0, failed: 0 },
    events: { ingested: 28, duplicate: 0 },
  });
  expect(reads().slice(0, 4)).toEqual([
    [-HOUR / 2, 0],
    [-HOUR / 4, 0],
    [-HOUR / 8, 0],
    [-HOUR / 16, 0],
  ]);
});

/** Reads a range of each of three subjects, the last of which is due again after 129 seconds. Returns the ranges. */
async function readSubjects(): Promise<{ feed: ManualFeed; ranges: number[][] }> {
  const source = sequence.createSource();
  const subjects = ['a', 'b', 'c'];
  const discover: SwapSource['discover'] = async (state, signal) => {
    const { head, ranges } = await source.discover({ ...state, cursors: new Map() }, signal);
    const subject = ranges.length > 0 ? subjects.shift() : undefined;
    return { head, ranges: subject === undefined ? [] : ranges.map((range) => ({ ...range, subject })) };
  };
  const options = { name: 'feed', clock, from: clock.now() };
  const feed = await startSwapFeed(store, options, { ...source, discover });
  await feed.step();
  for (let discoveries = 0; discoveries < 3; discoveries += 1) {
    clock.advance(3_000);
    await feed.step();
  }
  return { feed, ranges: reads() };
}

test('recent ranges of several subjects are read again together', async () => {
  const { feed, ranges } = await readSubjects();
  expect(ranges).toEqual([
    [0, 3_000],
    [0, 6_000],
    [0, 9_000],
  ]);
  clock.advance(134_999 - 9_000);
  await feed.step();
  expect(reads()).toEqual([]);
  clock.advance(1);
  await feed.step();
  expect(reads()).toEqual(ranges);
  await feed.settle();
  expect(reads()).toEqual([]);
});

test('if the range of a subject cannot be read again, the others wait as well', async () => {
  const { feed, ranges } = await readSubjects();
  const [first, ...others] = ranges;
  const isFirst = ({ to }: SourceRange) => to === BigInt(importClock.getTime() + 3_000);
  sequence.failureOf = (range) =>
    isFirst(range) ? new SourceError('/events: status 503', { status: 503 }) : undefined;
  clock.advance(135_000);
  await feed.step();
  expect(reads()).toEqual([first]);
  await feed.step();
  expect(reads()).toEqual([]);
  clock.advance(1_000);
  await feed.step();
  expect(reads()).toEqual(others);
});

test('recent ranges are read again in smaller ranges if together they are too large', async () => {
  const feed = await start();
  await feed.settle();
  limitEvents(4);
  for (let second = 1; second < 60; second += 2) addSwapAt(second * 1_000);
  for (let round = 0; round < 20; round += 1) {
    clock.advance(3_000);
    await feed.step();
  }
  await readAll(feed);
  expect(await feed.status()).toMatchObject({ lagSeconds: 0, events: { ingested: 30, late: 0 } });
  // Late events are found nevertheless.
  addSwapAt(30_500);
  clock.advance(2 * MINUTE);
  await readAll(feed);
  for (let round = 0; round < 60; round += 1) clock.advance(await feed.step());
  expect(await feed.status()).toMatchObject({ events: { ingested: 31, late: 1 } });
});

/** Reads new events every three seconds for `milliseconds`. */
async function follow(feed: ManualFeed, milliseconds: number): Promise<void> {
  const end = clock.now().getTime() + milliseconds;
  while (clock.now().getTime() < end) {
    clock.advance(3_000);
    await feed.settle();
  }
}

/** Fails all reads of the time, in milliseconds after `importClock`. */
function failAt(time: number): void {
  const key = BigInt(importClock.getTime() + time);
  const error = new SourceError('/events: status 500', { status: 500 });
  sequence.failureOf = ({ from, to }) => (from <= key && key < to ? error : undefined);
}

test('a range that cannot be read again holds up neither others nor new events, until it is given up', async () => {
  const feed = await start();
  await follow(feed, MINUTE);
  failAt(30_000);
  addSwapAt(20_500);
  addSwapAt(40_500);
  addSwapAt(63_500);
  await follow(feed, 10 * MINUTE);
  expect(await feed.status()).toMatchObject({ lagSeconds: 0, events: { ingested: 3, late: 2 } });
  // Ranges that were read a last time are deleted every hour.
  const old = async () =>
    await rows(
      store.db,
      sql`select extract(epoch from to_time - ${importClock.toISOString()}::timestamptz)::int as seconds
        from feed_range where to_time < ${clock.now().toISOString()}::timestamptz - interval '3 hours'`,
    );
  const passHours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      clock.advance(HOUR);
      await follow(feed, MINUTE);
    }
  };
  await passHours(4);
  expect(await old()).toEqual([{ seconds: 33 }]);
  await passHours(21);
  expect(await old()).toEqual([]);
});

test('a range that could not be read again before a long stop of the service is read after it', async () => {
  const feed = await start();
  await follow(feed, MINUTE);
  failAt(30_000);
  await follow(feed, 10 * MINUTE);
  addSwapAt(30_500);
  clock.advance(3 * 24 * HOUR);
  sequence.failureOf = () => undefined;
  await follow(feed, 10 * MINUTE);
  expect(await feed.status()).toMatchObject({ events: { ingested: 1, late: 1 } });
});

test('a long range whose response is too large when it is read again is split', async () => {
  const feed = await start();
  await follow(feed, 3_000);
  clock.advance(HOUR - MINUTE);
  await feed.settle();
  limitEvents(4);
  for (let minute = 5; minute < 55; minute += 5) addSwapAt(minute * MINUTE);
  await follow(feed, 10 * MINUTE);
  expect(await feed.status()).toMatchObject({ events: { ingested: 10, late: 10 } });
});

test('the ranges of a source that never responds in time are not split endlessly', async () => {
  const feed = await start(HOUR);
  sequence.failureOf = () => tooLarge;
  const STEPS = 40;
  for (let step = 0; step < STEPS; step += 1) clock.advance(await feed.step());
  // Each step discovers a range.
  expect((await feed.status()).ranges.open - STEPS).toBeLessThanOrEqual(12);
  addSwapAt(-1);
  sequence.failureOf = () => undefined;
  await readAll(feed);
  expect(await feed.status()).toMatchObject({ ranges: { open: 0, failed: 0 }, events: { ingested: 1 } });
});

test('failed ranges are retried with growing delays, while others are read', async () => {
  const feed = await start(2 * HOUR);
  const isFirst = ({ to }: SourceRange) => to === BigInt(importClock.getTime());
  sequence.failureOf = (range) => (isFirst(range) ? new SourceError('/events: status 500') : undefined);
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    delays.push(await feed.step());
    const [failed] = await rows<{ wait: number; attempts: number }>(
      store.db,
      sql`select extract(epoch from retry_at - ${clock.now().toISOString()}::timestamptz)::int as wait, attempts
        from feed_range where attempts > 0`,
    );
    expect(failed).toEqual({ wait: Math.min(60, 2 ** (attempt - 1)), attempts: attempt });
    // Not before the delay is over.
    const before = sequence.reads.length;
    clock.advance((failed?.wait ?? 0) * 1_000 - 1);
    await feed.settle();
    expect(sequence.reads.slice(before).filter(({ to }) => to === BigInt(importClock.getTime()))).toEqual([]);
    clock.advance(1);
  }
  expect(Math.max(...delays)).toBeLessThanOrEqual(1_000);
  expect(await feed.status()).toMatchObject({
    historyRead: 1,
    ranges: { open: 1, failed: 1 },
    lastError: { message: '/events: status 500' },
  });
});

test('a range of which each attempt gets further is retried soon, however many there are', async () => {
  const feed = await start(MINUTE);
  sequence.failureOf = () => new SourceError('/pair: status 500', { hasProgressed: true });
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    expect(await feed.step()).toBe(0);
    const failed = await rows(
      store.db,
      sql`select max(extract(epoch from retry_at - ${clock.now().toISOString()}::timestamptz))::int as wait,
        max(attempts) as attempts from feed_range where attempts > 0`,
    );
    expect(failed).toEqual([{ wait: 1, attempts: 1 }]);
    clock.advance(1_000);
  }
});

test('retrying a feed retries its failed ranges at once', async () => {
  const feed = await start(MINUTE);
  addSwapAt(-1_000);
  sequence.failureOf = () => new SourceError('/events: status 500');
  await feed.step();
  sequence.failureOf = () => undefined;
  expect(await feed.step()).toBeGreaterThan(0);
  expect(await feed.status()).toMatchObject({ ranges: { open: 1, failed: 1 } });
  expect(await retryFeed(store.db, 'feed')).toBe(1);
  // Feeds that fail start again.
  await acquireLease(store.db, { feed: 'feed', owner: 'test' });
  await feed.settle();
  expect(await feed.status()).toMatchObject({ ranges: { open: 0, failed: 0 }, events: { ingested: 1 } });
});

test('Retry-After is respected', async () => {
  const feed = await start(MINUTE);
  const message = '/events: status 429';
  sequence.failureOf = () => new SourceError(message, { status: 429, retryAfter: 10 * MINUTE });
  expect(await feed.step()).toBe(10 * MINUTE);
  reads();
  clock.advance(10 * MINUTE - 1);
  sequence.failureOf = () => undefined;
  await feed.settle();
  expect(reads().some(([from]) => from === -MINUTE)).toBe(false);
  clock.advance(1);
  await feed.settle();
  expect(reads().some(([from]) => from === -MINUTE)).toBe(true);
});

test('requests to a source that keeps failing become less frequent', async () => {
  const feed = await start(MINUTE);
  sequence.failureOf = () => new SourceError('/events: the request failed (ECONNREFUSED)');
  const delays: number[] = [];
  while (delays.at(-2) !== 60) {
    const wait = await feed.step();
    if (wait > 0) delays.push(wait / 1_000);
    clock.advance(wait);
  }
  // Until most requests have failed, only their ranges wait.
  expect(delays).toEqual([3, 3, 1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a source of which 15 % of the requests fail is read at least half as fast', async () => {
  const random = new Random(1);
  const feed = await start(400 * HOUR);
  const isFailing = () => random.chance(0.15);
  sequence.failureOf = () => (isFailing() ? new SourceError('/events: status 500') : undefined);
  let waited = 0;
  const PER_SECOND = 20;
  do {
    const before = sequence.reads.length;
    const wait = Math.max(await feed.step(), (1_000 * (sequence.reads.length - before)) / PER_SECOND);
    waited += wait;
    clock.advance(wait);
  } while ((await feed.status()).historyRead < 1);
  expect(waited).toBeLessThan((2 * 1_000 * 400) / PER_SECOND);
});
