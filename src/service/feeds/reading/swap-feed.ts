import {
  CLOCK_TOLERANCE_MS,
  ContradictionError,
  type Discovery,
  OPEN_END,
  type Page,
  type SourceData,
  SourceError,
  type SourceRange,
  type StoreLookup,
  type SwapSource,
} from '#service/feeds/client/source.ts';
import {
  addCounts,
  type FeedState,
  readCursors,
  readFeedState,
  readUnreadSubjects,
  stopFeed,
  writeError,
  writeRereadAt,
  writeStartKey,
} from '#service/feeds/ledger/feed-state.ts';
import { requireLease } from '#service/feeds/ledger/lease.ts';
import { changedCursors, type Progress, recordProgress } from '#service/feeds/ledger/progress.ts';
import {
  deleteFinalRanges,
  dueAgain,
  failRange,
  nextUnread,
  readBefore,
  type StoredRange,
  setBack,
  splitRange,
  toNewRanges,
} from '#service/feeds/ledger/ranges.ts';
import { storeRejected } from '#service/feeds/ledger/rejected.ts';
import { hasReleasable } from '#service/feeds/ledger/swaps-without-decimals.ts';
import type { Database } from '#service/store/database.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { divideReads, type Read } from './divide-reads.ts';
import type { FeedContext } from './feed-context.ts';
import { retryDelay, STOPPED_MS } from './polled-feed.ts';
import { storeData } from './store-data.ts';
import { createStoreLookup } from './store-lookup.ts';

/** Interval of discoveries. */
const POLL_MS = 3_000;
/** Every round reads the last two minutes again, to find events that appear late; with a margin for its duration. */
const RECENT_MS = 2 * 60_000;
const MARGIN_MS = 10_000;
/** Once an hour, each range is read a last time if it ended this long ago and has not been read since. */
const FINAL_MS = 15 * 60_000;
const HOUR_MS = 3600_000;
/** As many splits reduce the longest range to the shortest. If requests still fail, it is not because of their size. */
const MAX_SPLITS = 12;
/** Swaps per transaction. Other feeds wait while it runs, and requests if the store is embedded. */
const SWAPS_PER_BATCH = { embedded: 250, server: 1_000 };
/** Limits how long events wait for others of the same batch. */
const MAX_RANGES = 50;
const MAX_READING_MS = 2_000;

interface SwapFeedContext extends FeedContext {
  readonly source: SwapSource;
}

interface NextReads {
  readonly reads: readonly Read[];
  /** Whether more may be waiting to be read. */
  readonly isBusy: boolean;
  /** Ranges that failed. */
  readonly failures?: readonly RangeFailure[];
}

interface RangeFailure {
  readonly error: SourceError;
  readonly range: StoredRange;
}

/** Ranges of one subject that are read together: one that is unread, and those before it that are read again. */
interface ReadPlan {
  readonly unread: StoredRange | undefined;
  readonly again: readonly StoredRange[];
}

/**
 * Runs one feed of swaps, step by step. All progress is in the store, in the same transaction as the events, so a step
 * can be interrupted at any point. Throws LeaseLostError, and errors of the store.
 */
export class SwapFeed {
  private readonly context: SwapFeedContext;
  private readonly feed: string;
  private readonly lookup: StoreLookup;
  private readonly source: SwapSource;
  private cursors: Map<string, bigint> | undefined;
  private discoveredAt: Date | undefined;
  /** The last discovery that was stored. */
  private stored: Discovery | undefined;
  /** Failures since the last success. */
  private failures = 0;
  private readonly breaker = new CircuitBreaker();
  private discoveryFailures = 0;
  private discoverAt = new Date(0);
  /** Number of ranges that the last request read again. */
  private readAgainCount = 0;
  /** Maximum of `readAgainCount`, which decreases after responses that were too large. */
  private maxReadAgain = Number.POSITIVE_INFINITY;
  private readAgainFailures = 0;
  private readAgainAt = new Date(0);

  constructor(context: SwapFeedContext) {
    this.context = context;
    this.feed = context.lease.feed;
    this.source = context.source;
    this.lookup = createStoreLookup(context.store.db, this.feed);
  }

  /** Makes at most a few requests. Returns the milliseconds to wait before the next step. */
  async step(signal: AbortSignal): Promise<number> {
    const { now } = this.context;
    const state = await this.readState();
    if (state.isStopped) return STOPPED_MS;
    const started = now();
    this.readAgainCount = 0;
    try {
      // The clock may have been set back.
      const polledAt = this.discoveredAt?.getTime() ?? 0;
      const nextPoll = polledAt <= started.getTime() ? polledAt + POLL_MS : started.getTime();
      const isDue = nextPoll <= started.getTime() && this.discoverAt <= started;
      const pause = isDue ? await this.tryDiscover(state, signal) : 0;
      if (pause > 0) return pause;
      const { reads, isBusy, failures = [] } = await this.readNext(state, started, signal);
      await this.store(reads, signal);
      if (reads.length > 0) this.failures = 0;
      let wait = 0;
      for (const { error, range } of failures) wait = Math.max(wait, await this.recordFailure(error, range));
      if (wait > 0 || isBusy) return wait;
      return Math.max(0, (isDue ? started.getTime() + POLL_MS : nextPoll) - now().getTime());
    } catch (error) {
      if (signal.aborted) return 0;
      return await this.recordFailure(error);
    }
  }

  /** Reads the state of the feed. A position after now is set back to the newest event: the clock was wrong. */
  private async readState(): Promise<FeedState> {
    const { store, now } = this.context;
    const state = await readFeedState(store.db, this.feed);
    const latest = new Date(now().getTime() + CLOCK_TOLERANCE_MS);
    if (state.head === undefined || state.head <= latest) return state;
    const error = new SourceError(
      `the position ${state.head.toISOString()} was later than the clock, and is set back`,
      { problem: 'failing' },
    );
    this.context.onFailure?.(error, 0);
    this.cursors = undefined;
    this.stored = undefined;
    this.readAgainAt = new Date(0);
    await this.transaction(async (db) => {
      await setBack(db, this.feed, now(), this.source.hasTimeKeys ?? false);
      await writeError(db, this.feed, error, now());
    });
    return await readFeedState(store.db, this.feed);
  }

  /**
   * Returns the milliseconds to wait before reading: if the source demands it, and before the first discovery. Later, known
   * ranges are read although a discovery fails.
   */
  private async tryDiscover(state: FeedState, signal: AbortSignal): Promise<number> {
    const { store, now, onFailure } = this.context;
    try {
      await this.discover(state, signal);
      this.discoveryFailures = 0;
      return 0;
    } catch (error) {
      if (!(error instanceof SourceError) || state.head === undefined) throw error;
      signal.throwIfAborted();
      this.cursors = undefined;
      this.discoveryFailures += 1;
      const wait = retryDelay(this.discoveryFailures, error.retryAfter);
      this.discoverAt = new Date(now().getTime() + wait);
      onFailure?.(error, wait, true);
      await writeError(store.db, this.feed, error, now());
      return error.retryAfter ?? 0;
    }
  }

  /** Returns the milliseconds to wait before the next request. */
  private async recordFailure(error: unknown, range?: StoredRange): Promise<number> {
    const { now, onFailure } = this.context;
    this.cursors = undefined;
    if (error instanceof ContradictionError) {
      onFailure?.(error, STOPPED_MS);
      await this.transaction(async (db) => {
        const rejected = await storeRejected(db, this.feed, error.rejected, now());
        await addCounts(db, this.feed, { ingested: 0, duplicate: 0, late: 0, rejected });
        await stopFeed(db, this.feed, error.message, now());
      });
      return STOPPED_MS;
    }
    if (!(error instanceof SourceError)) throw error;
    this.failures += 1;
    const wait = range
      ? (error.retryAfter ?? this.breaker.wait)
      : retryDelay(this.failures, error.retryAfter);
    onFailure?.(error, wait, wait === 0);
    const mayReadLessAgain = error.isTooLarge && this.readAgainCount > 0;
    if (mayReadLessAgain) this.maxReadAgain = Math.floor(this.readAgainCount / 2);
    await this.transaction(async (db) => {
      await writeError(db, this.feed, error, now());
      if (!range || mayReadLessAgain) return;
      if (error.isTooLarge && this.maySplit(range))
        return await splitRange(db, this.feed, range, (range.from + range.to) / 2n);
      const retryAt = now().getTime() + retryDelay(range.attempts + 1, error.retryAfter);
      await failRange(db, range, new Date(retryAt), error.message);
    });
    return wait;
  }

  private maySplit({ from, to }: StoredRange): boolean {
    const { smallest = 1n } = this.source;
    return to !== OPEN_END && to - from >= 2n * smallest && this.failures <= MAX_SPLITS;
  }

  private async discover(state: FeedState, signal: AbortSignal): Promise<void> {
    const { store, now } = this.context;
    let { startKey } = state;
    if (startKey === undefined) {
      startKey = await this.source.start(state.startTime, signal);
      const key = startKey;
      await this.transaction((db) => writeStartKey(db, this.feed, key));
    }
    this.cursors ??= await readCursors(store.db, this.feed);
    const discovery = await this.source.discover(
      {
        cursors: this.cursors,
        start: startKey,
        startTime: state.startTime,
        head: state.head ?? state.startTime,
        stored: this.stored,
        unread: await readUnreadSubjects(store.db, this.feed),
      },
      signal,
    );
    await this.storeDiscovery(discovery, state.head === undefined, signal);
    this.discoveredAt = now();
  }

  private async storeDiscovery(discovery: Discovery, isFirst: boolean, signal: AbortSignal): Promise<void> {
    const ranges = toNewRanges(discovery, this.source.chunk, isFirst);
    const cursors = new Map(
      discovery.ranges.flatMap(({ subject, to }) => (to === OPEN_END ? [] : [[subject, to] as const])),
    );
    const progress: Progress = { kind: 'discovered', ranges, cursors, head: discovery.head };
    await this.store([{ data: discovery, lateBefore: undefined, progress }], signal);
    this.stored = discovery;
    const { failure } = discovery;
    if (!failure) return;
    this.context.onFailure?.(failure.error, failure.wait, true);
    await this.transaction((db) => writeError(db, this.feed, failure.error, this.context.now()));
  }

  /** Reads the next ranges, until there is enough for a batch or one fails. */
  private async readNext(state: FeedState, started: Date, signal: AbortSignal): Promise<NextReads> {
    // After a pause, one request finds out whether the source works again.
    const limit = this.breaker.isOpen ? 1 : MAX_RANGES;
    const ranges = await nextUnread(this.context.store.db, this.feed, started, limit);
    if (ranges.length === 0) return await this.tryReadAgain(state, signal);
    const end = performance.now() + MAX_READING_MS;
    const reads: Read[] = [];
    const failures: RangeFailure[] = [];
    for (const range of ranges) {
      try {
        reads.push(...(await this.readUnread(range, signal)));
        this.breaker.record(true);
      } catch (error) {
        if (signal.aborted || !(error instanceof SourceError)) throw error;
        this.breaker.record(false);
        failures.push({ error, range });
        if (error.retryAfter !== undefined || error.isTooLarge || this.breaker.isOpen) break;
      }
      const swaps = reads.reduce((sum, { data }) => sum + (data.swaps?.length ?? 0), 0);
      if (swaps >= SWAPS_PER_BATCH[this.context.store.engine] || performance.now() >= end) break;
    }
    return { reads, isBusy: true, failures };
  }

  /** Reads a range or a part of it; a long history is only divided. */
  private async readUnread(range: StoredRange, signal: AbortSignal): Promise<Read[]> {
    const { chunk } = this.source;
    if (range.purpose === 'live')
      return await this.readPages({ unread: range, again: await this.recentBefore(range) }, signal);
    if (chunk === undefined || range.to === OPEN_END || range.to - range.from <= chunk)
      return await this.readPages({ unread: range, again: [] }, signal);
    await this.transaction((db) => splitRange(db, this.feed, range, range.to - chunk));
    return [];
  }

  /** Returns the contiguous ranges before `range` that were read in the last two minutes, oldest first. */
  private async recentBefore(range: StoredRange): Promise<StoredRange[]> {
    const since = new Date(range.toTime.getTime() - RECENT_MS - MARGIN_MS);
    const recent: StoredRange[] = [];
    let { from } = range;
    for (const previous of await readBefore(this.context.store.db, this.feed, range, since)) {
      if (previous.to !== from || recent.length >= this.maxReadAgain) break;
      recent.unshift(previous);
      from = previous.from;
    }
    return recent;
  }

  /** A failure delays the next attempt, not the reading of new events. */
  private async tryReadAgain(state: FeedState, signal: AbortSignal): Promise<NextReads> {
    const { store, now, onFailure } = this.context;
    if (now() < this.readAgainAt) return { reads: [], isBusy: false };
    try {
      const next = await this.readAgain(state, signal);
      this.readAgainFailures = 0;
      if (next.reads.length > 0) this.breaker.record(true);
      return next;
    } catch (error) {
      if (!(error instanceof SourceError) || error.isTooLarge) throw error;
      this.readAgainFailures += 1;
      const wait = retryDelay(this.readAgainFailures, error.retryAfter);
      this.readAgainAt = new Date(now().getTime() + wait);
      onFailure?.(error, wait);
      await writeError(store.db, this.feed, error, now());
      return { reads: [], isBusy: false };
    }
  }

  /** Reads ranges again that are two minutes old, and once an hour all that are 15 minutes old. */
  private async readAgain(state: FeedState, signal: AbortSignal): Promise<NextReads> {
    const { store, now } = this.context;
    const isHourly = Math.abs(now().getTime() - (state.rereadAt?.getTime() ?? 0)) >= HOUR_MS;
    let due = await dueAgain(store.db, this.feed, now(), RECENT_MS);
    if (due.length === 0 && isHourly) {
      due = await dueAgain(store.db, this.feed, now(), FINAL_MS);
      if (due.length === 0)
        await this.transaction(async (db) => {
          await deleteFinalRanges(db, this.feed, FINAL_MS);
          await writeRereadAt(db, this.feed, now());
          this.maxReadAgain = Number.POSITIVE_INFINITY;
        });
    }
    if (due.length > 0) {
      const again = firstContiguous(due).slice(0, Math.max(1, this.maxReadAgain));
      return { reads: await this.readPages({ unread: undefined, again }, signal), isBusy: true };
    }
    if (!(await hasReleasable(store.db, this.feed))) return { reads: [], isBusy: false };
    return { reads: [{ data: {}, lateBefore: undefined }], isBusy: true };
  }

  /** Reads ranges page by page, until their unread part has made progress. */
  private async readPages({ unread, again }: ReadPlan, signal: AbortSignal): Promise<Read[]> {
    const first = again[0] ?? unread;
    const last = unread ?? again.at(-1);
    if (!first || !last) return [];
    this.readAgainCount = again.length;
    const lateBefore = unread ? again.at(-1)?.toTime : last.toTime;
    const reads: Read[] = [];
    let range: SourceRange = { subject: first.subject, from: first.from, to: last.to };
    for (;;) {
      const page = await this.source.read(range, this.lookup, signal);
      const { next } = page;
      const progress = progressOf(page, unread, again, this.source.isFinal);
      reads.push({ data: page, lateBefore, progress });
      if (next === undefined || progress) return reads;
      range = { ...range, from: next };
    }
  }

  /** Stores reads with their progress. Reads without events need no round of calculations. */
  private async store(reads: readonly Read[], signal: AbortSignal): Promise<void> {
    const { store, now } = this.context;
    for (const batch of divideReads(reads, SWAPS_PER_BATCH[store.engine])) {
      if (isEmpty(batch.data) && !(await hasReleasable(store.db, this.feed))) {
        await this.transaction(async (db) => {
          for (const progress of batch.progress) await recordProgress(db, this.feed, progress, now());
        });
      } else await storeData(this.context, batch, signal);
      for (const progress of batch.progress)
        for (const [subject, key] of changedCursors(progress)) this.cursors?.set(subject, key);
    }
  }

  private transaction(work: (db: Database) => Promise<void>): Promise<void> {
    const { store, lease } = this.context;
    return store.transaction(async (db) => {
      await requireLease(db, lease);
      await work(db);
    });
  }
}

/** Returns what reading a page has completed, if anything. */
function progressOf(
  { next, end }: Page,
  unread: StoredRange | undefined,
  again: readonly StoredRange[],
  isFinal: boolean | undefined,
): Progress | undefined {
  if (next === undefined) {
    const ranges = [...again, ...(unread ? [unread] : [])];
    // Events that were read before may be missing in the page.
    return { kind: 'read', ranges, end: end && unread && end < unread.from ? unread.from : end, isFinal };
  }
  return unread && next > unread.from ? { kind: 'advanced', range: unread, again, next } : undefined;
}

function isEmpty(data: SourceData): boolean {
  return Object.values(data).every((list) => !Array.isArray(list) || list.length === 0);
}

/** Returns the longest contiguous sequence of ranges at the start of the list. */
function firstContiguous(ranges: readonly StoredRange[]): StoredRange[] {
  const end = ranges.findIndex(
    ({ subject, from }, index) =>
      index > 0 && (subject !== ranges[index - 1]?.subject || from !== ranges[index - 1]?.to),
  );
  return ranges.slice(0, end === -1 ? ranges.length : end);
}
