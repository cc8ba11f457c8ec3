import {
  CLOCK_TOLERANCE_MS,
  type InvalidEvent,
  SourceError,
  WrongPositionError,
} from '#service/feeds/client/source.ts';
import {
  addCounts,
  type FeedState,
  readFeedState,
  setHead,
  setRequestsBack,
  writeError,
  writeHead,
} from '#service/feeds/ledger/feed-state.ts';
import { storeRejected } from '#service/feeds/ledger/rejected.ts';
import type { OpenRound } from '#service/market/round.ts';
import { type FeedContext, inRound, withLease } from './feed-context.ts';
import type { FeedSteps } from './feed-loop.ts';

/** Interval at which a stopped feed checks whether an operator has resumed it. */
export const STOPPED_MS = 2_000;
/** Interval of looking for what is due when nothing is. */
const IDLE_MS = 3_000;
/** Interval of recording that nothing was due. */
const RECORD_MS = 60_000;

/** What a response contains. */
interface Received {
  /** Number of records to store. */
  readonly ingested: number;
  readonly invalid?: readonly InvalidEvent[];
}

/** A feed whose requests do not depend on each other. Failed ones are retried after increasing delays. */
export abstract class PolledFeed implements FeedSteps {
  protected readonly context: FeedContext;
  private failures = 0;
  private recordedAt = 0;

  constructor(context: FeedContext) {
    this.context = context;
  }

  async step(signal: AbortSignal): Promise<number> {
    const { store, lease, now } = this.context;
    const state = await readFeedState(store.db, lease.feed);
    if (state.isStopped) return STOPPED_MS;
    const wrong = wrongPosition(state, now());
    if (wrong) {
      this.context.onFailure?.(wrong, 0);
      await withLease(this.context, async (db) => {
        await setHead(db, lease.feed, now());
        await setRequestsBack(db, lease.feed, now());
        await writeError(db, lease.feed, wrong, now());
      });
    }
    try {
      const wait = await this.poll(state, signal);
      this.failures = 0;
      return wait;
    } catch (error) {
      if (signal.aborted) return 0;
      if (!(error instanceof SourceError)) throw error;
      this.failures += 1;
      const wait = retryDelay(this.failures, error.retryAfter);
      this.context.onFailure?.(error, wait);
      await writeError(store.db, lease.feed, error, now());
      return wait;
    }
  }

  /** Makes at most one request, and stores the response. Returns the milliseconds to wait before the next one. */
  protected abstract poll(state: FeedState, signal: AbortSignal): Promise<number>;

  /** Records that all is up to date, at most once a minute. Returns the milliseconds to wait before looking again. */
  protected async idle(): Promise<number> {
    const { store, lease, now } = this.context;
    if (Math.abs(now().getTime() - this.recordedAt) >= RECORD_MS) {
      this.recordedAt = now().getTime();
      await writeHead(store.db, lease.feed, now());
    }
    return IDLE_MS;
  }

  /** Stores a response in a round, by `work`, with the position and the counts of the feed. */
  protected async store(
    { ingested, invalid = [] }: Received,
    work: (round: OpenRound) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const { lease, now } = this.context;
    const workWithCounts = async (round: OpenRound) => {
      const { db } = round;
      const rejected = await storeRejected(db, lease.feed, invalid, now());
      await writeHead(db, lease.feed, now());
      await addCounts(db, lease.feed, { ingested, duplicate: 0, late: 0, rejected });
      await work(round);
    };
    await inRound(this.context, workWithCounts, signal);
  }
}

/** Whether a request may have failed because of what was requested, so that other requests may succeed. */
export function mayConcernRequest({ problem, retryAfter }: SourceError): boolean {
  return retryAfter === undefined && (problem === 'failing' || problem === 'changed');
}

/** Returns the error of a position that is later than the clock, which was wrong. */
export function wrongPosition({ head }: Pick<FeedState, 'head'>, now: Date): WrongPositionError | undefined {
  if (head === undefined || head.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS) return undefined;
  return new WrongPositionError(
    `the position ${head.toISOString()} was later than the clock, and is set back`,
  );
}

const FIRST_MS = 1_000;
const LAST_MS = 60_000;

/**
 * Delay before the next attempt after `failures` ≥ 1 failed ones: random up to 1 s, doubling up to 60 s ("full jitter"),
 * but at least what the source demands. In milliseconds.
 */
export function retryDelay(failures: number, retryAfter = 0, random = Math.random): number {
  const limit = Math.min(LAST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(retryAfter, random() * limit);
}
