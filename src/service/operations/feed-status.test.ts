import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { feedStatus } from '#contract/status.ts';
import type { FeedConfig } from '#service/config/feed-config.ts';
import { OPEN_END } from '#service/feeds/client/source.ts';
import {
  addCounts,
  clearFailure,
  createFeed,
  retryFeed,
  stopFeed,
  writeError,
  writeHead,
} from '#service/feeds/ledger/feed-state.ts';
import {
  advanceRange,
  failRanges,
  insertRanges,
  markAsRead,
  type NewRange,
  nextUnread,
  type StoredRange,
  splitRange,
} from '#service/feeds/ledger/ranges.ts';
import type { Store } from '#service/store/database.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { queryFeedStatus } from './feed-status.ts';

const now = new Date('2026-01-29T07:50:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const config: FeedConfig = {
  name: 'ston.fi',
  kind: 'stonfi',
  url: '',
  exchange: 'stonfi',
  from: undefined,
  rate: 1,
  key: undefined,
};
const feed = config.name;

function newRange(changes: Partial<NewRange> = {}): NewRange {
  return { subject: '', from: 0n, to: 100n, fromTime: ago(60), toTime: now, purpose: 'live', ...changes };
}

describeOnOneStore('feed status', (openEmptyStore) => {
  let store: Store;
  beforeAll(async () => {
    store = await openEmptyStore();
  });
  beforeEach(async () => {
    await store.db.execute(sql`truncate feed, feed_range`);
    await createFeed(store.db, config, now);
  });

  async function status(name = feed) {
    const found = (await queryFeedStatus(store.db, now)).find((candidate) => candidate.name === name);
    return feedStatus.parse(found);
  }

  async function next(): Promise<StoredRange> {
    const [range] = await nextUnread(store.db, feed, now, 1);
    if (!range) throw new RangeError('no unread range');
    return range;
  }

  test('before anything is read', async () => {
    expect(await status()).toEqual({
      name: feed,
      kind: 'stonfi',
      caughtUp: false,
      historyRead: 0,
      stopped: false,
      ranges: { open: 0, failed: 0 },
      events: { ingested: 0, duplicate: 0, late: 0, rejected: 0 },
    });
  });

  test('after everything is read', async () => {
    await insertRanges(store.db, feed, [newRange({ readAt: now })]);
    await writeHead(store.db, feed, ago(5), 0n);
    await addCounts(store.db, feed, { ingested: 4, duplicate: 3, late: 2, rejected: 1 });
    await addCounts(store.db, feed, { ingested: 1, duplicate: 0, late: 0, rejected: 0 });
    expect(await status()).toMatchObject({
      position: ago(5).toISOString(),
      head: ago(5).toISOString(),
      lagSeconds: 5,
      caughtUp: true,
      historyRead: 1,
      ranges: { open: 0, failed: 0 },
      events: { ingested: 5, duplicate: 3, late: 2, rejected: 1 },
    });
  });

  test.each([
    [60, true],
    [61, false],
  ])('with a lag of %d seconds', async (lag, caughtUp) => {
    await writeHead(store.db, feed, ago(lag), 0n);
    expect(await status()).toMatchObject({ lagSeconds: lag, caughtUp });
  });

  test.each([
    ['tonapi', 15 * 60],
    ['toncenter', 15 * 60],
    ['fx', 2 * 86_400],
  ] as const)('a feed of kind %s is up to date longer', async (kind, seconds) => {
    await createFeed(store.db, { ...config, kind }, now);
    await writeHead(store.db, feed, ago(seconds), 0n);
    expect(await status()).toMatchObject({ lagSeconds: seconds, caughtUp: true });
    await store.db.execute(sql`update feed set head = head - interval '1 second'`);
    expect(await status()).toMatchObject({ caughtUp: false });
  });

  test('without lag if the head is later than the clock', async () => {
    await writeHead(store.db, feed, ago(-5), 0n);
    expect(await status()).toMatchObject({ lagSeconds: 0, caughtUp: true });
  });

  test('a head never moves backwards', async () => {
    await writeHead(store.db, feed, ago(5), 0n);
    await writeHead(store.db, feed, ago(50), 0n);
    expect(await status()).toMatchObject({ head: ago(5).toISOString() });
  });

  test('the position is the start of the oldest live range that is open', async () => {
    await writeHead(store.db, feed, now, 0n);
    await insertRanges(store.db, feed, [
      newRange({ fromTime: ago(90), readAt: now }),
      newRange({ fromTime: ago(70), toTime: ago(30) }),
      newRange({ fromTime: ago(30) }),
      newRange({ fromTime: ago(9_999), purpose: 'backfill' }),
    ]);
    expect(await status()).toMatchObject({
      position: ago(70).toISOString(),
      head: now.toISOString(),
      lagSeconds: 70,
      caughtUp: false,
      ranges: { open: 3, failed: 0 },
    });
    await markAsRead(store.db, [await next()], now);
    expect(await status()).toMatchObject({ lagSeconds: 30, caughtUp: true, ranges: { open: 2 } });
  });

  test('history is measured by the length of its ranges', async () => {
    await insertRanges(store.db, feed, [
      newRange({ from: 200n, to: 1_000n, purpose: 'history' }),
      newRange({ from: 0n, to: 200n, purpose: 'history', toTime: ago(50) }),
    ]);
    await writeHead(store.db, feed, now, 1_000n);
    expect(await status()).toMatchObject({ lagSeconds: 0, caughtUp: false, historyRead: 0 });
    const first = await next();
    await splitRange(store.db, feed, first, 600n);
    expect(await status()).toMatchObject({ historyRead: 0, ranges: { open: 3 } });
    await markAsRead(store.db, [await next()], now);
    expect(await status()).toMatchObject({ historyRead: 0.4, ranges: { open: 2 } });
    const second = await next();
    await advanceRange(store.db, feed, second, second.from + 100n, now);
    expect(await status()).toMatchObject({ historyRead: 0.5, ranges: { open: 2 } });
    await markAsRead(store.db, [await next()], now);
    await markAsRead(store.db, [await next()], now);
    expect(await status()).toMatchObject({ historyRead: 1, caughtUp: true, ranges: { open: 0 } });
  });

  test('ranges without a known end have equal weight', async () => {
    await insertRanges(
      store.db,
      feed,
      ['a', 'b', 'c', 'd'].map((subject) => newRange({ subject, to: OPEN_END, purpose: 'history' })),
    );
    await writeHead(store.db, feed, now, 4n);
    await markAsRead(store.db, [{ ...(await next()), end: 50n }], now);
    expect(await status()).toMatchObject({ historyRead: 0.25, ranges: { open: 3, failed: 0 } });
  });

  test('with a failed range', async () => {
    await insertRanges(store.db, feed, [newRange({ fromTime: ago(10) })]);
    await writeHead(store.db, feed, now, 0n);
    const range = await next();
    await failRanges(store.db, [range], 1, ago(-60), '/events: status 500');
    await writeError(store.db, feed, { message: '/events: status 500', problem: 'failing' }, ago(1));
    expect(await nextUnread(store.db, feed, now, 1)).toEqual([]);
    const failed = {
      lagSeconds: 10,
      stopped: false,
      ranges: { open: 1, failed: 1 },
      lastError: { message: '/events: status 500', at: ago(1).toISOString() },
      failing: { since: ago(1).toISOString(), problem: 'failing' },
    };
    expect(await status()).toMatchObject(failed);
    expect(await retryFeed(store.db, feed)).toBe(1);
    expect(await status()).toMatchObject(failed);
    await markAsRead(store.db, [await next()], now);
    await clearFailure(store.db, feed);
    // The error is still reported.
    const { failing: _, ...error } = failed;
    const works = await status();
    expect(works).toMatchObject({ ...error, lagSeconds: 0, ranges: { open: 0, failed: 0 } });
    expect(works.failing).toBeUndefined();
  });

  test('of several feeds is sorted by name; one is stopped', async () => {
    await createFeed(store.db, { ...config, name: 'dedust', kind: 'dedust' }, now);
    await stopFeed(store.db, feed, '20 of 20 events are invalid', now);
    expect(await queryFeedStatus(store.db, now)).toMatchObject([
      { name: 'dedust', kind: 'dedust', stopped: false },
      {
        name: feed,
        stopped: true,
        failing: { since: now.toISOString(), problem: 'stopped' },
        lastError: { message: '20 of 20 events are invalid', at: now.toISOString() },
      },
    ]);
    await retryFeed(store.db, feed);
    const resumed = await status();
    expect(resumed).toMatchObject({ stopped: false });
    expect(resumed.failing).toBeUndefined();
  });
});
