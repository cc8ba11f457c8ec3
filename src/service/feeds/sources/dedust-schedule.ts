import type { RawAddress } from '#contract/address.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What a page of the list says about its position. */
export interface PageSummary {
  /** Whether the first and the last pair of the page have been traded in the last 24 hours. */
  readonly startsWithVolume: boolean;
  readonly endsWithVolume: boolean;
  /** Whether it is not full, or empty: no page follows. */
  readonly isLast: boolean;
}

/** Of as many requests, one is for a page without volume. */
const TURNS = 3;
/** A list with more pages does not end. */
const MAX_PAGES = 2_000;

/**
 * Decides which page of a list to request next, which is sorted by volume. First come the pages with volume, the front,
 * in order; then they are repeated, and every third request is for one of the others. `next` stays the same until `record`
 * is called with that page.
 */
export class PageSchedule {
  /** Number of pages that begin with volume; at least one. */
  private front = 1;
  private nextOfFront = 0;
  private nextOfRest = 0;
  private turn = 0;
  private isFrontComplete = false;
  /** Number of pages, including an empty one after full ones; undefined while the end of the list is unknown. */
  private count: number | undefined;
  private isComplete = false;

  /** Whether every page has been read once. */
  get hasReadAll(): boolean {
    return this.isComplete;
  }

  next(): number {
    return this.isTurnOfRest() ? this.rest() : this.nextOfFront;
  }

  record(page: number, summary: PageSummary): void {
    const wasRest = this.isTurnOfRest();
    const isLast = summary.isLast || page + 1 >= MAX_PAGES;
    if (isLast) this.count = page + 1;
    else if (this.count !== undefined && page + 1 >= this.count) this.count = undefined;
    this.moveFront(page, summary);
    if (wasRest) {
      this.nextOfRest = isLast ? 0 : page + 1;
      if (isLast) this.isComplete = true;
    } else {
      this.nextOfFront = page + 1 < this.front ? page + 1 : 0;
      if (this.nextOfFront === 0) this.isFrontComplete = true;
    }
    if (this.isFrontComplete && this.front >= (this.count ?? Number.POSITIVE_INFINITY))
      this.isComplete = true;
    if (this.isFrontComplete) this.turn = (this.turn + 1) % TURNS;
  }

  private moveFront(page: number, { startsWithVolume, endsWithVolume }: PageSummary): void {
    if (endsWithVolume) this.front = Math.max(this.front, page + 2);
    else this.front = Math.min(this.front, Math.max(1, startsWithVolume ? page + 1 : page));
    if (startsWithVolume) this.front = Math.max(this.front, page + 1);
    this.front = Math.min(this.front, this.count ?? this.front);
  }

  private isTurnOfRest(): boolean {
    return this.isFrontComplete && this.turn === 0 && this.front < (this.count ?? Number.POSITIVE_INFINITY);
  }

  private rest(): number {
    const next = Math.max(this.nextOfRest, this.front);
    return next < (this.count ?? Number.POSITIVE_INFINITY) ? next : this.front;
  }
}

/** When the trades of a pool were read, and how often it trades. All times in milliseconds. */
export interface PoolRhythm {
  /** End of the last complete reading. */
  readonly readAt: number;
  /** Complete readings since the list last showed a change. */
  readonly attempts: number;
  /** Of the newest trade that was read; undefined if there is none. */
  readonly newestAt: number | undefined;
  /** Typical time between two trades; undefined with fewer than two. */
  readonly gap: number | undefined;
}

/** The weight of the last gap in the typical one. */
const GAP_WEIGHT = 0.2;

/** Returns the rhythm of a pool after reading trades at `times`. Those that are not newer than earlier ones are ignored. */
export function withTrades(
  { newestAt, gap }: Pick<PoolRhythm, 'newestAt' | 'gap'>,
  times: readonly number[],
): Pick<PoolRhythm, 'newestAt' | 'gap'> {
  let rhythm = { newestAt, gap };
  for (const time of times.toSorted((a, b) => a - b)) {
    if (rhythm.newestAt === undefined) rhythm = { newestAt: time, gap: undefined };
    else if (time > rhythm.newestAt) {
      const last = time - rhythm.newestAt;
      const typical = rhythm.gap === undefined ? last : rhythm.gap + GAP_WEIGHT * (last - rhythm.gap);
      rhythm = { newestAt: time, gap: typical };
    }
  }
  return rhythm;
}

/**
 * The list and the trades may disagree by as much: whether the list states the time of the block is unknown. A pool with
 * trades at shorter intervals is read by its rhythm.
 */
const TOLERANCE_MS = 30 * SECOND_MS;

/** Limits of the time between two readings of a pool whose list shows no change. */
const MIN_INTERVAL_MS = 5 * SECOND_MS;
const MAX_INTERVAL_MS = 5 * MINUTE_MS;
/** The limit if the list has shown the newest trade, so that it can be expected to show the next one. */
const MAX_LISTED_INTERVAL_MS = 30 * MINUTE_MS;
/** A pool is read this often while it is silent for as long as it has been. */
const READS_PER_SILENCE = 4;
/** A pool that was not read since the start waits this long for busier ones. */
const FIRST_INTERVAL_MS = MINUTE_MS;

/** A pool that was traded in the last day, with the time at which that became known. */
export interface ActivePool {
  readonly address: RawAddress;
  readonly rhythm: PoolRhythm | undefined;
  readonly since: number;
  /** The last activity that the list states. */
  readonly activityAt: number | undefined;
}

/**
 * Returns up to `count` pools to read although their lists show no change, the most overdue first. A pool is due about as
 * often as it trades, after 5 seconds to 5 minutes, or 30 if its list does not stand still.
 */
export function overduePools(pools: Iterable<ActivePool>, now: number, count: number): RawAddress[] {
  const due: { readonly address: RawAddress; readonly lateness: number }[] = [];
  for (const { address, rhythm, since, activityAt } of pools) {
    const lateness = rhythm
      ? (now - rhythm.readAt) / readInterval(rhythm, activityAt, now)
      : 1 + (now - since) / FIRST_INTERVAL_MS;
    if (lateness >= 1) due.push({ address, lateness });
  }
  return due
    .toSorted((a, b) => b.lateness - a.lateness)
    .slice(0, count)
    .map(({ address }) => address);
}

function readInterval(
  { newestAt, gap = 0 }: PoolRhythm,
  activityAt: number | undefined,
  now: number,
): number {
  if (newestAt === undefined) return MAX_INTERVAL_MS;
  const silence = (now - newestAt) / READS_PER_SILENCE;
  const isListed = activityAt !== undefined && newestAt - activityAt <= TOLERANCE_MS;
  const longest = isListed ? MAX_LISTED_INTERVAL_MS : MAX_INTERVAL_MS;
  return Math.min(Math.max(gap, silence, MIN_INTERVAL_MS), longest);
}

/** Whether a pool was still being traded when it was last read: if not, only the list shows that it is again. */
export function isActive({ readAt, newestAt }: PoolRhythm): boolean {
  return newestAt !== undefined && readAt - newestAt <= DAY_MS;
}

const FIRST_RETRY_MS = 15 * SECOND_MS;
/**
 * Whether to read a pool again because the list states a later activity than the newest trade that was read, after the
 * `start` of the feed. The delays grow from 15 seconds to a day, then it ends: the activity may be a change of liquidity.
 */
export function isRetryDue(
  activityAt: number | undefined,
  { attempts, readAt, newestAt }: PoolRhythm,
  start: number,
  now: number,
): boolean {
  if (activityAt === undefined || activityAt - Math.max(newestAt ?? 0, start) <= TOLERANCE_MS) return false;
  const delay = FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1);
  return delay <= DAY_MS && now - readAt >= delay;
}

/** Pools that trade at least this often are busy. */
const BUSY_GAP_MS = 5 * MINUTE_MS;

/**
 * Whether trades of a busy pool are missing: the list has shown one at `tradedAt`, later than the newest one that was
 * read since.
 */
export function isMissingTrades(tradedAt: number, { newestAt, gap }: PoolRhythm): boolean {
  if (newestAt === undefined || gap === undefined || gap > BUSY_GAP_MS) return false;
  return tradedAt - newestAt > Math.max(TOLERANCE_MS, 3 * gap);
}

/** Number of trades whose mean gap is that of the market. */
const MARKET_TRADES = 100;
/** A market that is silent for as many gaps, and at least a minute, is missing trades. */
const MARKET_GAPS = 10;

/** The times of the newest trades of all pools. */
export class MarketRhythm {
  private times: number[] = [];

  add(times: readonly number[]): void {
    if (times.length === 0) return;
    this.times = [...this.times, ...times].toSorted((a, b) => a - b).slice(-MARKET_TRADES);
  }

  /**
   * Returns the time up to which trades have been available: `now`, unless the market has been silent for several of its
   * mean gaps; then that of its newest trade.
   */
  head(now: number): number {
    const [first] = this.times;
    const newest = this.times.at(-1);
    if (first === undefined || newest === undefined || newest === first) return now;
    const gap = (newest - first) / (this.times.length - 1);
    return now - newest > Math.max(MINUTE_MS, MARKET_GAPS * gap) ? newest : now;
  }
}
