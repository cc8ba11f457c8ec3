import {
  CLOCK_TOLERANCE_MS,
  ContradictionError,
  type Discovery,
  MAX_RETRY_AFTER_MS,
  OPEN_END,
  SourceError,
  type SourceRange,
  type StoreLookup,
  type SwapSource,
  WrongPositionError,
} from '#service/feeds/client/source.ts';
import {
  addCounts,
  type FeedState,
  readCursors,
  readFeedState,
  readUnreadSubjects,
  stopFeed,
  writeError,
  writeStartKey,
} from '#service/feeds/ledger/feed-state.ts';
import { changedCursors, type Progress, recordProgress } from '#service/feeds/ledger/progress.ts';
import {
  nextUnread,
  retryRangesAfter,
  type StoredRange,
  setBack,
  splitRange,
  toNewRanges,
} from '#service/feeds/ledger/ranges.ts';
import { storeRejected } from '#service/feeds/ledger/rejected.ts';
import { hasReleasable } from '#service/feeds/ledger/swaps-without-decimals.ts';
import type { Database } from '#service/store/database.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { divideReads, isEmpty, type Read } from './divide-reads.ts';
import { type FeedContext, withLease } from './feed-context.ts';
import { retryDelay, STOPPED_MS, wrongPosition } from './polled-feed.ts';
import { maySplit, progressOf, type ReadPlan, RereadPlanner, recordFailedRanges } from './read-plan.ts';
import { requireMostlyValid, storeData } from './store-data.ts';
import { createStoreLookup } from './store-lookup.ts';
import { WorkInProgress } from './work-in-progress.ts';

/** Interval of discoveries. */
const POLL_MS = 3_000;
/** Swaps per transaction. Other feeds wait while it runs, and requests if the store is embedded. */
const SWAPS_PER_BATCH = { embedded: 250, server: 1_000 };
/** Limits how long events wait for others of the same batch. */
const MAX_RANGES = 50;
const MAX_READING_MS = 2_000;
/** After as many responses without events at the end of a history, one is for its start. */
const EMPTY_READS = 3;
/** Ranges of a source with a limited rate that are read at the same time, so that a slow response holds up only its own. */
const MAX_PARALLEL = 10;
/** Ranges are read meanwhile if a discovery takes longer. */
const DISCOVERY_MS = 500;

interface SwapFeedContext extends FeedContext {
  readonly source: SwapSource;
}

interface NextReads {
  readonly reads: readonly Read[];
  /** Whether more may be waiting to be read. */
  readonly isBusy: boolean;
  readonly failures?: readonly ReadFailure[];
}

interface ReadFailure {
  readonly error: SourceError;
  readonly plan: ReadPlan;
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
  /** The discovery whose ranges are recorded, and whose data is stored with what is read next: both share a round. */
  private unstored: Discovery | undefined;
  /** Failures since the last success. */
  private failures = 0;
  private readonly breaker = new CircuitBreaker();
  private discoveryFailures = 0;
  private discoverAt = new Date(0);
  private steppedAt: Date | undefined;
  private readonly discovering = new WorkInProgress<undefined, Discovery>();
  /** By the id of the first range. */
  private readonly reading = new WorkInProgress<ReadPlan, Read[]>();
  private readonly rereads: RereadPlanner;
  /** Responses without events to the last ranges of the history. */
  private emptyReads = 0;

  constructor(context: SwapFeedContext) {
    this.context = context;
    this.feed = context.lease.feed;
    this.source = context.source;
    this.rereads = new RereadPlanner(context);
    this.lookup = createStoreLookup(context.store.db, this.feed);
  }

  get waited(): number {
    return this.reading.waited + this.discovering.waited;
  }

  /** Makes at most a few requests. Returns the milliseconds to wait before the next step. */
  async step(signal: AbortSignal): Promise<number> {
    const { now } = this.context;
    await this.followClock();
    const state = await this.readState();
    if (state.isStopped) return STOPPED_MS;
    const started = now();
    try {
      // The clock may have been set back.
      const polledAt = this.discoveredAt?.getTime() ?? 0;
      const nextPoll = polledAt <= started.getTime() ? polledAt + POLL_MS : started.getTime();
      const isDue = nextPoll <= started.getTime() && this.discoverAt <= started;
      const pause = isDue || this.discovering.size > 0 ? await this.tryDiscover(state, isDue, signal) : 0;
      if (pause > 0) return pause;
      const { reads, isBusy, failures = [] } = await this.readNext(state, started, signal);
      requireMostlyValid(reads.map(({ data }) => data));
      await this.storeWithDiscovery(reads, signal);
      if (reads.length > 0) this.failures = 0;
      let wait = 0;
      for (const { error, plan } of failures) wait = Math.max(wait, await this.recordFailure(error, plan));
      if (!isBusy && this.discovering.size > 0) await this.discovering.wait(DISCOVERY_MS);
      if (wait > 0 || isBusy || this.discovering.size > 0) return wait;
      const untilPoll = (isDue ? started.getTime() + POLL_MS : nextPoll) - now().getTime();
      // Before a failed discovery is repeated, ranges that failed may be due.
      const untilDiscovery = Math.min(this.discoverAt.getTime() - now().getTime(), POLL_MS);
      return Math.max(0, untilPoll > 0 ? untilPoll : untilDiscovery);
    } catch (error) {
      if (signal.aborted) return 0;
      return await this.recordFailure(error);
    }
  }

  /** Repeats what would wait for a time of a clock that was ahead: after a start, what would wait longer than sources demand. */
  private async followClock(): Promise<void> {
    const { now } = this.context;
    const [previous, time] = [this.steppedAt, now()];
    this.steppedAt = time;
    const isSetBack = previous && previous.getTime() > time.getTime() + CLOCK_TOLERANCE_MS;
    if (previous && !isSetBack) return;
    const latest = isSetBack ? time : new Date(time.getTime() + MAX_RETRY_AFTER_MS);
    await this.transaction((db) => retryRangesAfter(db, this.feed, latest));
    this.discoverAt = time;
    this.rereads.resume();
  }

  /** Reads the state of the feed. A position after now is set back to the newest event: the clock was wrong. */
  private async readState(): Promise<FeedState> {
    const { store, now } = this.context;
    const state = await readFeedState(store.db, this.feed);
    const wrong = wrongPosition(state, now());
    if (!wrong) return state;
    await this.setBack(wrong);
    return await readFeedState(store.db, this.feed);
  }

  private async setBack(error: WrongPositionError): Promise<void> {
    const { now, onFailure } = this.context;
    onFailure?.(error, 0);
    this.cursors = undefined;
    this.stored = undefined;
    this.unstored = undefined;
    this.discovering.clear();
    this.reading.clear();
    this.rereads.resume();
    await this.transaction(async (db) => {
      await setBack(db, this.feed, now(), this.source.keyOf);
      await writeError(db, this.feed, error, now());
    });
  }

  /**
   * Returns the milliseconds to wait before reading: if the source demands it, and before the first discovery. Later, known
   * ranges are read although a discovery fails.
   */
  private async tryDiscover(state: FeedState, isDue: boolean, signal: AbortSignal): Promise<number> {
    const { store, now, onFailure } = this.context;
    try {
      if (isDue && this.discovering.size === 0) {
        await this.startDiscovery(state, signal);
        await this.discovering.wait(state.head && DISCOVERY_MS);
      }
      const [ended] = this.discovering.collect();
      if (!ended) return 0;
      if ('error' in ended) throw ended.error;
      await this.recordDiscovery(ended.result, state.head === undefined);
      this.discoveredAt = now();
      this.discoveryFailures = 0;
      return 0;
    } catch (error) {
      if (!(error instanceof SourceError) || state.head === undefined) throw error;
      signal.throwIfAborted();
      if (error instanceof WrongPositionError) await this.setBack(error);
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
  private async recordFailure(error: unknown, plan?: ReadPlan): Promise<number> {
    const { now, onFailure } = this.context;
    const { unread: range, again = [] } = plan ?? {};
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
    const mayReadLessAgain = error.isTooLarge && again.length > 0;
    if (mayReadLessAgain) this.rereads.readLess(again.length);
    await this.transaction(async (db) => {
      await writeError(db, this.feed, error, now());
      if (!range || mayReadLessAgain) return;
      const isSplit = error.isTooLarge && maySplit(range, this.source, this.failures);
      await recordFailedRanges(db, this.context, [range], error, isSplit);
    });
    return wait;
  }

  private async startDiscovery(state: FeedState, signal: AbortSignal): Promise<void> {
    const { store } = this.context;
    let { startKey } = state;
    if (startKey === undefined) {
      startKey = await this.source.start(state.startTime, signal, () => {
        this.failures = 0;
      });
      const key = startKey;
      await this.transaction((db) => writeStartKey(db, this.feed, key));
    }
    this.cursors ??= await readCursors(store.db, this.feed);
    const known = {
      cursors: this.cursors,
      start: startKey,
      startTime: state.startTime,
      head: state.head ?? state.startTime,
      stored: this.stored,
      unread: await readUnreadSubjects(store.db, this.feed),
    };
    this.discovering.start('', undefined, this.source.discover(known, signal));
  }

  /**
   * Records the ranges of a discovery, so that they can be read. If the step is interrupted before its data is stored, the
   * source finds the data again.
   */
  private async recordDiscovery(discovery: Discovery, isFirst: boolean): Promise<void> {
    requireMostlyValid([discovery]);
    const { now, onFailure } = this.context;
    const ranges = toNewRanges(discovery, this.source.chunk, isFirst);
    const cursors = new Map(
      discovery.ranges.flatMap(({ subject, to }) => (to === OPEN_END ? [] : [[subject, to] as const])),
    );
    const progress: Progress = { kind: 'discovered', ranges, cursors, head: discovery.head };
    const { failure } = discovery;
    await this.transaction(async (db) => {
      await recordProgress(db, this.feed, [progress], now());
      if (failure) await writeError(db, this.feed, failure.error, now());
    });
    this.followCursors([progress]);
    this.unstored = discovery;
    if (failure) onFailure?.(failure.error, failure.wait, true);
  }

  /** Starts to read the next ranges, and collects what was read, until there is enough for a batch or one fails. */
  private async readNext(state: FeedState, started: Date, signal: AbortSignal): Promise<NextReads> {
    const { store } = this.context;
    // After a pause, one request finds out whether the source works again.
    const limit = this.breaker.isOpen ? 1 : MAX_RANGES;
    const unread = await nextUnread(store.db, this.feed, started, limit + this.reading.size);
    const queue = unread.filter(({ id }) => !this.reading.has(id)).slice(0, limit);
    let rereads = queue.length + this.reading.size === 0 ? await this.rereads.plan(state) : [];
    if (queue.length + this.reading.size + rereads.length === 0) {
      const isReleasable = await hasReleasable(store.db, this.feed);
      return isReleasable
        ? { reads: [{ data: {}, lateBefore: undefined }], isBusy: true }
        : { reads: [], isBusy: false };
    }
    const end = performance.now() + MAX_READING_MS;
    const reads: Read[] = [];
    const failures: ReadFailure[] = [];
    let isDivided = false;
    for (;;) {
      const delay = this.startDelay();
      const next = delay <= 0 ? queue.shift() : undefined;
      if (next) {
        if (await this.divideHistory(next)) isDivided = true;
        else this.startReading({ unread: next, again: await this.rereads.recentBefore(next) }, signal);
        continue;
      }
      const reread = delay <= 0 ? rereads.shift() : undefined;
      if (reread) {
        this.startReading(reread, signal);
        continue;
      }
      const hasMore = isDivided || queue.length + rereads.length > 0;
      if (this.reading.size === 0 || (delay <= 0 && hasMore)) break;
      const wait = end - performance.now();
      await this.reading.wait(hasMore ? Math.min(wait, delay) : wait);
      let isEnough = performance.now() >= end;
      for (const { work: plan, ...outcome } of this.reading.collect()) {
        if ('result' in outcome) {
          reads.push(...outcome.result);
          this.recordSuccess(plan, outcome.result);
        } else if (signal.aborted || !(outcome.error instanceof SourceError)) throw outcome.error;
        else if (plan.unread) {
          const { error } = outcome;
          this.breaker.record(error.hasProgressed);
          failures.push({ error, plan });
          isEnough ||= error.retryAfter !== undefined || error.isTooLarge || this.breaker.isOpen;
        } else {
          rereads = [];
          await this.rereads.recordFailure(outcome.error, plan.again);
        }
      }
      const swaps = reads.reduce((sum, { data }) => sum + (data.swaps?.length ?? 0), 0);
      if (isEnough || swaps >= SWAPS_PER_BATCH[store.engine]) break;
    }
    return { reads, isBusy: true, failures };
  }

  /** Milliseconds until reading another range may start. */
  private startDelay(): number {
    if (this.reading.size === 0) return 0;
    const isFull = this.breaker.isOpen || this.reading.size >= MAX_PARALLEL;
    return isFull ? Number.POSITIVE_INFINITY : (this.source.delay?.() ?? Number.POSITIVE_INFINITY);
  }

  private startReading(plan: ReadPlan, signal: AbortSignal): void {
    const first = plan.unread ?? plan.again[0];
    if (first) this.reading.start(first.id, plan, this.readPages(plan, signal));
  }

  private recordSuccess({ unread }: ReadPlan, reads: readonly Read[]): void {
    this.breaker.record(true);
    if (!unread) this.rereads.recordSuccess();
    else if (unread.purpose !== 'live')
      this.emptyReads = reads.every(({ data }) => isEmpty(data)) ? this.emptyReads + 1 : 0;
  }

  /**
   * Divides a long range of the history, from its end on. If there are no events, its end may be wrong: then some parts are
   * those at its start. Returns false if it can be read.
   */
  private async divideHistory(range: StoredRange): Promise<boolean> {
    const { chunk } = this.source;
    if (range.purpose === 'live' || chunk === undefined) return false;
    if (range.to === OPEN_END || range.to - range.from <= chunk) return false;
    const readsFirst = this.emptyReads > 0 && this.emptyReads % EMPTY_READS === 0;
    const middle = readsFirst ? range.from + chunk : range.to - chunk;
    await this.transaction((db) => splitRange(db, this.feed, range, middle, readsFirst));
    return true;
  }

  /** Reads ranges page by page, until their unread part has made progress. */
  private async readPages(plan: ReadPlan, signal: AbortSignal): Promise<Read[]> {
    const { unread, again } = plan;
    const first = again[0] ?? unread;
    const last = unread ?? again.at(-1);
    if (!first || !last) return [];
    const lateBefore = unread ? again.at(-1)?.toTime : last.toTime;
    const reads: Read[] = [];
    let range: SourceRange = { subject: first.subject, from: first.from, to: last.to };
    for (;;) {
      const page = await this.source.read(range, this.lookup, signal);
      const { next } = page;
      const progress = progressOf(page, plan, this.source.isFinal);
      reads.push({ data: page, lateBefore, progress });
      if (next === undefined || progress) return reads;
      range = { ...range, from: next };
    }
  }

  /** Stores reads, and the data of the last discovery if it is not stored yet. */
  private async storeWithDiscovery(reads: readonly Read[], signal: AbortSignal): Promise<void> {
    const { unstored } = this;
    this.unstored = undefined;
    const discovered = unstored ? [{ data: unstored, lateBefore: undefined }] : [];
    await this.store([...discovered, ...reads], signal);
    if (unstored) this.stored = unstored;
  }

  /** Stores reads with their progress. Reads without events need no round of calculations. */
  private async store(reads: readonly Read[], signal: AbortSignal): Promise<void> {
    const { store, now } = this.context;
    for (const batch of divideReads(reads, SWAPS_PER_BATCH[store.engine])) {
      if (!isEmpty(batch.data) || (await hasReleasable(store.db, this.feed)))
        await storeData(this.context, batch, signal);
      else if (batch.progress.length > 0)
        await this.transaction((db) => recordProgress(db, this.feed, batch.progress, now()));
      this.followCursors(batch.progress);
    }
  }

  /** Repeats for the cursors in memory what was recorded of those in the store. */
  private followCursors(progress: readonly Progress[]): void {
    for (const [subject, key] of changedCursors(progress)) this.cursors?.set(subject, key);
  }

  private transaction(work: (db: Database) => Promise<void>): Promise<void> {
    return withLease(this.context, work);
  }
}
