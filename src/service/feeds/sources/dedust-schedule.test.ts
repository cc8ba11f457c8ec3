import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActivePool,
  isActive,
  isMissingTrades,
  isRetryDue,
  MarketRhythm,
  overduePools,
  PageSchedule,
  type PoolRhythm,
  withTrades,
} from './dedust-schedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A list of `pages` pages of which `front` begin with volume; at the end of the last one, there may be none. */
interface PagedList {
  pages: number;
  front: number;
  isFull: boolean;
}
const lists: fc.Arbitrary<PagedList> = fc
  .record({ pages: fc.integer({ min: 1, max: 40 }), front: fc.nat(40), isFull: fc.boolean() })
  .map(({ pages, front, isFull }) => ({ pages, front: Math.min(front, pages), isFull }));

function readNext(schedule: PageSchedule, { pages, front, isFull }: PagedList): number {
  const page = schedule.next();
  schedule.record(page, {
    startsWithVolume: page < front,
    endsWithVolume: page < front - 1 || (page === front - 1 && isFull),
    isLast: page >= pages - (isFull ? 0 : 1),
  });
  return page;
}

function readMany(schedule: PageSchedule, list: PagedList, count: number): number[] {
  return Array.from({ length: count }, () => readNext(schedule, list));
}

describe('the schedule of pages', () => {
  test('begins with the front in order, then repeats it in two of three requests', () => {
    const list = { pages: 6, front: 3, isFull: false };
    const read = readMany(new PageSchedule(), list, 16);
    expect(read).toEqual([0, 1, 2, 0, 1, 3, 2, 0, 4, 1, 2, 5, 0, 1, 3, 2]);
  });

  test('requests the same page until it is recorded', () => {
    const schedule = new PageSchedule();
    readNext(schedule, { pages: 3, front: 2, isFull: false });
    expect([schedule.next(), schedule.next()]).toEqual([1, 1]);
  });

  test('knows when it has read every page', () => {
    const schedule = new PageSchedule();
    const list = { pages: 4, front: 1, isFull: false };
    const seen = new Set<number>();
    while (!schedule.hasReadAll) seen.add(readNext(schedule, list));
    expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  });

  test('ends with a list that never does', () => {
    const schedule = new PageSchedule();
    const read = readMany(schedule, { pages: Number.POSITIVE_INFINITY, front: 0, isFull: true }, 6_500);
    expect(schedule.hasReadAll).toBe(true);
    expect(Math.max(...read)).toBeLessThan(2_000);
  });

  test('reads every page of any list in time, also after it has changed', () => {
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 4 }), (states) => {
        const schedule = new PageSchedule();
        for (const list of states) {
          // Until the new length and the new front are known.
          readMany(schedule, list, 300);
          const { pages, front, isFull } = list;
          const read = readMany(schedule, list, 300);
          const longestFront = Math.max(1, front) + (isFull && front > 0 ? 1 : 0);
          expect(Math.max(...read)).toBeLessThanOrEqual(pages);
          for (let page = 0; page < pages; page += 1) {
            const turns = read.flatMap((each, index) => (each === page ? [index] : []));
            const gaps = turns.map((turn, index) => turn - (turns[index - 1] ?? 0));
            const limit = page < front ? 1.5 * longestFront + 2 : 3 * (pages + 2);
            expect(Math.max(...gaps)).toBeLessThanOrEqual(limit);
            expect(300 - (turns.at(-1) ?? 0)).toBeLessThanOrEqual(limit);
          }
        }
      }),
    );
  });
});

const now = Date.UTC(2026, 7);

function rhythm(fields: Partial<PoolRhythm>): PoolRhythm {
  return { readAt: now, attempts: 1, newestAt: undefined, gap: undefined, ...fields };
}

describe('the rhythm of a pool', () => {
  test('is the typical time between its trades, of which each counts once', () => {
    const first = withTrades({ newestAt: undefined, gap: undefined }, [now]);
    expect(first).toEqual({ newestAt: now, gap: undefined });
    const second = withTrades(first, [now, now + 10 * SECOND]);
    expect(second).toEqual({ newestAt: now + 10 * SECOND, gap: 10 * SECOND });
    expect(withTrades(second, [now, now + 10 * SECOND])).toEqual(second);
    const third = withTrades(second, [now + 40 * SECOND, now + 10 * SECOND]);
    expect(third).toEqual({ newestAt: now + 40 * SECOND, gap: 14 * SECOND });
  });

  test('depends on the trades, not on how they are read', () => {
    const times = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(times, fc.nat(20), (values, cut) => {
        const sorted = values.toSorted((a, b) => a - b);
        const none = { newestAt: undefined, gap: undefined };
        const parts = withTrades(withTrades(none, sorted.slice(0, cut)), sorted.slice(cut));
        expect(parts).toEqual(withTrades(none, values));
      }),
    );
  });

  test('says until when it is active: with the first reading that finds a day without trades', () => {
    expect(isActive(rhythm({ newestAt: now - DAY }))).toBe(true);
    expect(isActive(rhythm({ newestAt: now - DAY - 1 }))).toBe(false);
    expect(isActive(rhythm({}))).toBe(false);
  });
});

describe('overdue pools', () => {
  const dueAfter = (fields: Partial<PoolRhythm>, activityAt?: number) => {
    const pool = (elapsed: number): ActivePool => ({
      address: 'a',
      rhythm: rhythm({ ...fields, readAt: now - elapsed }),
      since: 0,
      activityAt,
    });
    const elapsed = Array.from({ length: 2000 }, (_, seconds) => seconds * SECOND);
    return (elapsed.find((each) => overduePools([pool(each)], now, 1).length > 0) ?? 0) / SECOND;
  };

  test.each([
    ['as often as they trade', { newestAt: now - 20 * SECOND, gap: 40 * SECOND }, 40],
    ['at most every 5 seconds', { newestAt: now, gap: 200 }, 5],
    ['at least every 5 minutes', { newestAt: now - DAY, gap: 3 * HOUR }, 300],
    ['less often once they are silent', { newestAt: now - 400 * SECOND, gap: 5 * SECOND }, 100],
    ['every 5 minutes without trades', {}, 300],
  ])('are read %s', (_, fields, seconds) => {
    expect(dueAfter(fields)).toBe(seconds);
  });

  test('are read less often if the list has shown their newest trade', () => {
    const rare = { newestAt: now - DAY, gap: 3 * HOUR };
    expect(dueAfter(rare, now - DAY - 30 * SECOND)).toBe(1800);
    expect(dueAfter(rare, now - DAY - 31 * SECOND)).toBe(300);
    expect(dueAfter({ newestAt: now - 20 * SECOND, gap: 40 * SECOND }, now)).toBe(40);
    expect(dueAfter({}, now)).toBe(300);
  });

  test('are those that are the most overdue', () => {
    const busy = rhythm({ newestAt: now, gap: 5 * SECOND, readAt: now - 50 * SECOND });
    const quiet = rhythm({ newestAt: now - HOUR, gap: HOUR, readAt: now - 10 * MINUTE });
    const pools = [
      { address: 'quiet', rhythm: quiet, since: 0, activityAt: undefined },
      { address: 'never read', rhythm: undefined, since: now - MINUTE, activityAt: undefined },
      { address: 'busy', rhythm: busy, since: 0, activityAt: undefined },
      { address: 'read', rhythm: rhythm({ newestAt: now }), since: 0, activityAt: undefined },
    ];
    expect(overduePools(pools, now, 9)).toEqual(['busy', 'quiet', 'never read']);
    expect(overduePools(pools, now, 1)).toEqual(['busy']);
  });

  test('each have their turn, however few are read at a time', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (seconds, count) => {
        const readAt = new Map<string, number>();
        const first = new Map<string, number>();
        const longest = new Map<string, number>();
        for (let time = now; time < now + HOUR; time += 3 * SECOND) {
          const pools = seconds.map((gap, index) => {
            const address = String(index);
            const last = readAt.get(address);
            const known =
              last === undefined ? undefined : rhythm({ newestAt: time, gap: gap * SECOND, readAt: last });
            return { address, rhythm: known, since: now, activityAt: undefined };
          });
          for (const address of overduePools(pools, time, count)) {
            const last = readAt.get(address);
            if (last === undefined) first.set(address, time - now);
            else longest.set(address, Math.max(time - last, longest.get(address) ?? 0));
            readAt.set(address, time);
          }
        }
        // Its own interval, and that of all others with the same lateness.
        seconds.forEach((gap, index) => {
          const interval = Math.min(Math.max(gap, 5), 300) + 3;
          const share = 1 + (Math.ceil(seconds.length / count) * 3) / 5;
          expect((longest.get(String(index)) ?? HOUR) / SECOND).toBeLessThanOrEqual(interval * share);
          // A pool that was never read is due like one with an interval of a minute.
          expect((first.get(String(index)) ?? HOUR) / SECOND).toBeLessThanOrEqual(63 * share);
        });
      }),
    );
  });
});

test('activity that is later than all trades is looked for after growing delays, which end', () => {
  const delays: number[] = [];
  for (let attempts = 1, elapsed = 0; attempts < 30; attempts += 1) {
    const read = rhythm({ attempts, newestAt: now - HOUR });
    const isDue = (delay: number) => isRetryDue(now, read, 0, now + delay);
    elapsed = 15 * SECOND * 2 ** (attempts - 1);
    if (!isDue(elapsed)) break;
    expect(isDue(elapsed - 1)).toBe(false);
    delays.push(elapsed / SECOND);
  }
  expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120]);
  expect(delays.at(-1)).toBe(61_440);
  const late = now + DAY;
  expect(isRetryDue(undefined, rhythm({}), 0, late)).toBe(false);
  expect(isRetryDue(now, rhythm({ newestAt: now - 30 * SECOND }), 0, late)).toBe(false);
  expect(isRetryDue(now, rhythm({ newestAt: now - 31 * SECOND }), 0, now + MINUTE)).toBe(true);
  // There are no trades to read before the start of the feed.
  expect(isRetryDue(now, rhythm({}), now, late)).toBe(false);
  expect(isRetryDue(now, rhythm({}), now - 31 * SECOND, now + MINUTE)).toBe(true);
});

test('trades are missing if the list shows a later one of a busy pool', () => {
  const busy = rhythm({ newestAt: now, gap: 20 * SECOND });
  expect(isMissingTrades(now + MINUTE, busy)).toBe(false);
  expect(isMissingTrades(now + 61 * SECOND, busy)).toBe(true);
  expect(isMissingTrades(now + HOUR, rhythm({ newestAt: now, gap: HOUR }))).toBe(false);
  expect(isMissingTrades(now + HOUR, rhythm({}))).toBe(false);
});

describe('the head of the market', () => {
  const traded = (count: number, gap: number) => {
    const market = new MarketRhythm();
    market.add(Array.from({ length: count }, (_, index) => now - index * gap));
    return market;
  };

  test('is now while it may be silent', () => {
    const later = now + 10 * HOUR;
    expect(new MarketRhythm().head(later)).toBe(later);
    expect(traded(1, SECOND).head(later)).toBe(later);
    expect(traded(300, 5 * SECOND).head(now + MINUTE)).toBe(now + MINUTE);
    expect(traded(300, 20 * SECOND).head(now + 200 * SECOND)).toBe(now + 200 * SECOND);
  });

  test('is the newest trade after several gaps without one', () => {
    expect(traded(300, 5 * SECOND).head(now + MINUTE + 1)).toBe(now);
    expect(traded(300, 20 * SECOND).head(now + 201 * SECOND)).toBe(now);
  });

  test('follows the newest trades of all pools', () => {
    const market = traded(300, 5 * SECOND);
    market.add([]);
    market.add([now + 90 * SECOND, now + 80 * SECOND]);
    expect(market.head(now + HOUR)).toBe(now + 90 * SECOND);
  });
});
