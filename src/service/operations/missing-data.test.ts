import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_MISSING_RANGES, type MissingRange } from '#contract/period-sets.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { getJettonMarketCandles } from './candles.ts';
import { missingOfJettons, missingOfPool } from './missing-data.ts';

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const [jettonA, jettonB] = [addressOf('a'), addressOf('b')];

/** What a feed provides: a pool of jetton a, and one of jettons a and b. */
const feeds = [
  { name: 'one', exchange: 'stonfi', pool: addressOf('c') },
  { name: 'two', exchange: 'dedust', pool: addressOf('d') },
] as const;

/** An unread range of a feed, or of its pool only, in minutes before T. */
interface Unread {
  readonly feed: 0 | 1;
  readonly isOfPool: boolean;
  readonly from: number;
  readonly to: number;
}

interface State {
  /** Minutes before T at which the feeds have their heads. */
  readonly heads: readonly [number, number];
  readonly unread: readonly Unread[];
}

const state: fc.Arbitrary<State> = fc.record({
  heads: fc.tuple(fc.nat(40), fc.nat(40)),
  unread: fc.array(
    fc
      .record({
        feed: fc.constantFrom(0, 1),
        isOfPool: fc.boolean(),
        to: fc.oneof(fc.nat(5), fc.nat(300), fc.nat(70 * DAY)),
        length: fc.integer({ min: 1, max: 60 }),
      })
      .map(({ length, to, ...range }) => ({ ...range, to, from: to + length })),
    { maxLength: 12 },
  ),
});

function timeAt(minutes: number): string {
  return new Date(importClock.getTime() - minutes * MINUTE_MS).toISOString();
}

/** Marks the minutes of each source one by one. Returns what is missing of an exchange, by the minutes before T. */
function expectedMinutes({ heads, unread }: State, feed: 0 | 1): Set<number> {
  const missing = new Set<number>();
  for (const isOfPool of [false, true]) {
    const minutes = new Set<number>();
    const add = (from: number, to: number) => {
      for (let minute = to + 1; minute <= from; minute += 1) minutes.add(minute);
    };
    if (!isOfPool) add(heads[feed], 0);
    for (const range of unread)
      if (range.feed === feed && range.isOfPool === isOfPool) add(range.from, range.to);
    // Minute 1 begins a minute before T.
    for (const minute of minutes) if (minute !== 1 || minutes.has(2)) missing.add(minute);
  }
  return missing;
}

function expectedMissing(
  current: State,
  indexes: readonly (0 | 1)[],
  windowMinutes = 60 * DAY,
): MissingRange[] {
  const found = indexes.flatMap((feed) => {
    const minutes = expectedMinutes(current, feed);
    return [...minutes]
      .filter((minute) => !minutes.has(minute + 1))
      .map((from) => {
        let to = from;
        while (minutes.has(to - 1)) to -= 1;
        return { exchangeId: feeds[feed].exchange, from, to: to - 1 };
      });
  });
  return found
    .filter(({ to }) => to < windowMinutes)
    .toSorted((a, b) => a.to - b.to || (a.exchangeId < b.exchangeId ? -1 : 1))
    .map(({ exchangeId, from, to }) => ({
      exchangeId,
      from: timeAt(from),
      to: timeAt(to),
      seconds: (from - to) * 60,
    }));
}

describeOnOneStore('missing data', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
    await importFiles(store, smallDataset());
    for (const { name, pool } of feeds)
      await store.db.execute(sql`update pool set feed = ${name} where address = ${pool}`);
  });

  async function storeState({ heads, unread }: State) {
    await store.db.execute(sql`truncate feed, feed_range`);
    for (const [index, { name, exchange }] of feeds.entries())
      await store.db.execute(sql`
        insert into feed (name, kind, start_time, head)
        values (${name}, ${exchange}, '2025-01-01', ${timeAt(heads[index] ?? 0)}::timestamptz)`);
    for (const { feed, isOfPool, from, to } of unread)
      await store.db.execute(sql`
        insert into feed_range (feed, subject, from_key, to_key, from_time, to_time, purpose)
        values (${feeds[feed].name}, ${isOfPool ? feeds[feed].pool : ''}, 0, 1,
          ${timeAt(from)}::timestamptz, ${timeAt(to)}::timestamptz, 'history')`);
  }

  /** Without what was loaded before. */
  const newService = () => serviceOf({ AS_OF: importClock.toISOString() }, store);

  test('is what feeds have not read of the pools of a jetton', async () => {
    await fc.assert(
      fc.asyncProperty(state, async (current) => {
        await storeState(current);
        const service = newService();
        const missingOf = await missingOfJettons(service, [jettonA, jettonB]);
        const actual = {
          both: missingOf(jettonA) ?? [],
          second: missingOf(jettonB) ?? [],
          pool: (await missingOfPool(service, feeds[0].pool)) ?? [],
        };
        expect(actual).toEqual({
          both: expectedMissing(current, [0, 1]),
          second: expectedMissing(current, [1]),
          pool: expectedMissing(current, [0]),
        });
      }),
      { numRuns: 40 },
    );
  });

  test('of many ranges names the newest, and combines the others of an exchange', async () => {
    const unread = Array.from({ length: MAX_MISSING_RANGES + 3 }, (_, index): Unread => {
      const to = index * 10 + 5;
      return { feed: 0, isOfPool: false, from: to + 2, to };
    });
    await storeState({ heads: [0, 0], unread });
    const missing = (await missingOfPool(newService(), feeds[0].pool)) ?? [];
    expect(missing).toHaveLength(MAX_MISSING_RANGES + 1);
    expect(missing.at(-1)).toEqual({
      exchangeId: 'stonfi',
      from: timeAt(unread.at(-1)?.from ?? 0),
      to: timeAt(unread[MAX_MISSING_RANGES]?.to ?? 0),
      seconds: 3 * 120,
    });
  });

  test('of candles is that of their whole intervals', async () => {
    await storeState({ heads: [0, 0], unread: [{ feed: 0, isOfPool: false, from: 30, to: 20 }] });
    const market = { address: jettonA, poolAddress: feeds[0].pool, interval: '1d', limit: 20 } as const;
    const hourAgo = new Date(timeAt(60));
    const missingOf = async (range: { readonly from: Date } | { readonly to: Date }) =>
      (await getJettonMarketCandles(newService(), { ...market, ...range })).missing;
    expect(await missingOf({ to: hourAgo })).toMatchObject([{ from: timeAt(30), to: timeAt(20) }]);
    // The next day has not begun.
    expect(await missingOf({ from: hourAgo })).toBeUndefined();
  });

  test('is everything before the first discovery of a feed', async () => {
    await storeState({ heads: [0, 0], unread: [] });
    await store.db.execute(sql`update feed set head = null where name = 'two'`);
    const missingOf = await missingOfJettons(newService(), [jettonB]);
    expect(missingOf(jettonB)).toMatchObject([
      { exchangeId: 'dedust', from: '2025-01-01T00:00:00.000Z', to: timeAt(0) },
    ]);
  });

  test('is not found out again for every request', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await storeState({ heads: [0, 0], unread: [] });
    const service = newService();
    // Each request has a context of its own.
    const request = () => missingOfPool({ ...service }, feeds[0].pool);
    expect(await request()).toBeUndefined();
    await storeState({ heads: [20, 0], unread: [] });
    expect(await request()).toBeUndefined();
    vi.advanceTimersByTime(2_001);
    expect(await request()).toHaveLength(1);
  });
});
