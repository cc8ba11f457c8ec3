const WINDOW = 1000;
// The service counts a request somewhere between its start and its answer; who answers later has long counted it.
const LATEST_COUNT = 1000;
const QUIET = 10_000;

/** When calls may start. Moments are milliseconds of one clock. */
export interface RateLimiter {
  /** Milliseconds until the next call may start. */
  delayUntilNext(now: number): number;
  recordStart(now: number): void;
  /** The call that started at a moment has ended: the service has counted it by now. */
  recordEnd(startedAt: number, now: number): void;
  /** The service had too many: a quarter from now on, though one a second is always tried. */
  slowDown(now: number): void;
  /** Whether it is slower than was asked for. */
  readonly isSlowed: boolean;
}

/**
 * Lets the service count at most `perSecond` calls in any second, however long they are on their way; below one a
 * second, one in its interval. A token bucket of that size would let through twice as many around its filling. Once
 * slowed it doubles after every ten seconds of quiet.
 */
export function createRateLimiter(perSecond: number): RateLimiter {
  const remembered = WINDOW / Math.min(perSecond, 1);
  let rate = perSecond;
  let changedAt = 0;
  /** Of the last calls: when each started, and by when it was counted. */
  let calls: { readonly startedAt: number; countedBy: number }[] = [];

  /** When the next may start by a rate, from what has started already. */
  function next(allowed: number): number {
    const burst = Math.max(Math.floor(allowed), 1);
    const first = calls.map(({ countedBy }) => countedBy).toSorted((a, b) => b - a)[burst - 1];
    return first === undefined ? 0 : first + (burst * WINDOW) / allowed;
  }
  return {
    delayUntilNext: (now) => {
      if (rate < perSecond && now - changedAt >= QUIET) {
        rate = Math.min(rate * 2, perSecond);
        changedAt = now;
      }
      // By the whole rate too: what started before it slowed down belongs to the same second.
      return Math.max(next(rate) - now, next(perSecond) - now, 0);
    },
    recordStart: (now) => {
      calls = calls.filter(({ countedBy }) => countedBy > now - remembered);
      calls.push({ startedAt: now, countedBy: now + LATEST_COUNT });
    },
    recordEnd: (startedAt, now) => {
      const call = calls.find((one) => one.startedAt === startedAt && one.countedBy > now);
      if (call) call.countedBy = now;
    },
    slowDown: (now) => {
      rate = Math.max(rate / 4, Math.min(perSecond, 1));
      changedAt = now;
    },
    get isSlowed() {
      return rate < perSecond;
    },
  };
}
