import { OPEN_END, type Page, type SourceError, type SwapSource } from '#service/feeds/client/source.ts';
import { type FeedState, writeError, writeRereadAt } from '#service/feeds/ledger/feed-state.ts';
import type { Progress } from '#service/feeds/ledger/progress.ts';
import {
  deleteFinalRanges,
  dueAgain,
  failRanges,
  readBefore,
  type StoredRange,
  splitRange,
} from '#service/feeds/ledger/ranges.ts';
import type { Database } from '#service/store/database.ts';
import { type FeedContext, withLease } from './feed-context.ts';
import { retryDelay } from './polled-feed.ts';

/** Ranges of one subject that are read together: one that is unread, and those before it that are read again. */
export interface ReadPlan {
  readonly unread: StoredRange | undefined;
  readonly again: readonly StoredRange[];
}

/** Returns what reading a page has completed, if anything. */
export function progressOf(
  { next, end }: Page,
  { unread, again }: ReadPlan,
  isFinal: boolean | undefined,
): Progress | undefined {
  if (next === undefined) {
    const ranges = [...again, ...(unread ? [unread] : [])];
    // Events that were read before may be missing in the page.
    return { kind: 'read', ranges, end: end && unread && end < unread.from ? unread.from : end, isFinal };
  }
  return unread && next > unread.from ? { kind: 'advanced', range: unread, again, next } : undefined;
}

/** As many splits reduce the longest range to the shortest. If requests still fail, it is not because of their size. */
const MAX_SPLITS = 12;

/** Whether to split a range whose response is too large, after `failures` of the source. */
export function maySplit(
  { from, to }: StoredRange,
  { smallest = 1n }: Pick<SwapSource, 'smallest'>,
  failures: number,
): boolean {
  return to !== OPEN_END && to - from >= 2n * smallest && failures <= MAX_SPLITS;
}

/** Records in a transaction that ranges could not be read: they are retried later, or the only one is split. */
export async function recordFailedRanges(
  db: Database,
  { lease, now }: Pick<FeedContext, 'lease' | 'now'>,
  ranges: readonly StoredRange[],
  error: SourceError,
  isSplit: boolean,
): Promise<void> {
  const [first] = ranges;
  if (!first) return;
  if (isSplit) return await splitRange(db, lease.feed, first, (first.from + first.to) / 2n);
  const attempts = error.hasProgressed ? 1 : first.attempts + 1;
  const retryAt = now().getTime() + retryDelay(attempts, error.retryAfter);
  await failRanges(db, ranges, attempts, new Date(retryAt), error.message);
}

const HOUR_MS = 3600_000;
/** Every round reads the last two minutes again, to find events that appear late; with a margin for its duration. */
const RECENT_MS = 2 * 60_000;
const MARGIN_MS = 10_000;
/** Once an hour, each range is read a last time if it ended this long ago and has not been read since. */
const FINAL_MS = 15 * 60_000;
/** Ranges that cannot be read again when they are this old are given up. */
const GIVE_UP_MS = 24 * HOUR_MS;
const MAX_DUE = 1_000;
/** Ranges of several subjects that become due within this time are read again together, which takes one round. */
const DUE_INTERVAL_MS = 15_000;
/** Subjects that are read again together. */
const MAX_SUBJECTS = 10;

/** Plans which ranges a feed reads again. Those that cannot be read again hold up neither new events nor each other. */
export class RereadPlanner {
  private readonly context: FeedContext & { readonly source: Pick<SwapSource, 'chunk' | 'smallest'> };
  /** Maximum number of ranges that a request reads again, which decreases after responses that were too large. */
  private maxRanges = Number.POSITIVE_INFINITY;
  /** Failures since the last success. */
  private failures = 0;
  private retryAt = new Date(0);

  constructor(context: RereadPlanner['context']) {
    this.context = context;
  }

  /**
   * Returns the contiguous ranges before a live one that were read in the last two minutes, oldest first. One that has failed
   * is read alone: another may be the reason.
   */
  async recentBefore(range: StoredRange): Promise<StoredRange[]> {
    const { store, lease } = this.context;
    if (range.purpose !== 'live' || range.attempts > 0) return [];
    const since = new Date(range.toTime.getTime() - RECENT_MS - MARGIN_MS);
    const recent: StoredRange[] = [];
    let { from } = range;
    for (const previous of await readBefore(store.db, lease.feed, range, since)) {
      if (previous.to !== from || previous.attempts > 0 || recent.length >= this.maxRanges) break;
      recent.unshift(previous);
      from = previous.from;
    }
    return recent;
  }

  /**
   * Returns at most one plan per subject. Ranges are read again that are two minutes old, and once an hour all that are 15
   * minutes old.
   */
  async plan({ rereadAt }: FeedState): Promise<ReadPlan[]> {
    const { store, lease, now } = this.context;
    if (now() < this.retryAt) return [];
    const isHourly = Math.abs(now().getTime() - (rereadAt?.getTime() ?? 0)) >= HOUR_MS;
    const before = new Date(Math.floor(now().getTime() / DUE_INTERVAL_MS) * DUE_INTERVAL_MS);
    const ages = { before, recentMs: RECENT_MS, finalMs: FINAL_MS, isFinal: isHourly };
    const due = await dueAgain(store.db, lease.feed, now(), ages, MAX_DUE);
    if (isHourly && due.every(({ attempts }) => attempts > 0)) {
      await withLease(this.context, async (db) => {
        await deleteFinalRanges(db, lease.feed, { finalMs: FINAL_MS, giveUpMs: GIVE_UP_MS });
        await writeRereadAt(db, lease.feed, now());
        this.maxRanges = Number.POSITIVE_INFINITY;
      });
      return [];
    }
    const attempts = due[0]?.attempts ?? 0;
    // After each failure half as many, to find those that fail.
    const limit = Math.max(1, Math.min(this.maxRanges, Math.floor(MAX_DUE / 2 ** attempts)));
    return firstOfSubjects(due.filter((range) => range.attempts === attempts))
      .slice(0, attempts > 0 ? 1 : MAX_SUBJECTS)
      .map((ranges) => ({ unread: undefined, again: ranges.slice(0, limit) }));
  }

  /** Reads fewer than `count` ranges again with a request, because its response was too large. */
  readLess(count: number): void {
    this.maxRanges = Math.floor(count / 2);
  }

  /** Plans again without waiting for the next attempt. */
  resume(): void {
    this.retryAt = new Date(0);
  }

  recordSuccess(): void {
    this.failures = 0;
  }

  /** A failure delays the next attempts, not the reading of new events. */
  async recordFailure(error: SourceError, ranges: readonly StoredRange[]): Promise<void> {
    const { lease, now, onFailure, source } = this.context;
    this.failures += 1;
    const wait = retryDelay(this.failures, error.retryAfter);
    this.retryAt = new Date(now().getTime() + wait);
    onFailure?.(error, wait);
    await withLease(this.context, async (db) => {
      await writeError(db, lease.feed, error, now());
      if (error.isTooLarge && ranges.length > 1) return this.readLess(ranges.length);
      // Without chunks, the size of a response does not depend on that of its range.
      const isSplit =
        error.isTooLarge &&
        source.chunk !== undefined &&
        ranges.every((range) => maySplit(range, source, this.failures));
      await recordFailedRanges(db, this.context, ranges, error, isSplit);
    });
  }
}

/** Returns the first contiguous ranges of each subject. */
function firstOfSubjects(ranges: readonly StoredRange[]): StoredRange[][] {
  const bySubject = new Map<string, StoredRange[]>();
  for (const range of ranges) {
    const first = bySubject.get(range.subject);
    if (!first) bySubject.set(range.subject, [range]);
    else if (range.from === first.at(-1)?.to) first.push(range);
  }
  return [...bySubject.values()];
}
