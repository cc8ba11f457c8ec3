const WINDOW_MS = 1000;
// The service counts a request at some time between its start and its response, at the latest after this delay.
const MAX_COUNT_DELAY_MS = 1000;
const RECOVERY_INTERVAL_MS = 10_000;

/** Decides when calls may start. All timestamps are milliseconds of the same clock. */
export interface RateLimiter {
  /** Returns the milliseconds until the next call may start. */
  delayUntilNext(now: number): number;
  recordStart(now: number): void;
  /** Records the end of the call that started at `startedAt`: the service has counted it by `now`. */
  recordEnd(startedAt: number, now: number): void;
  /** Reduces the rate to a quarter after a 429 response, but not below one call per second. */
  slowDown(now: number): void;
  /** Whether the current rate is below the configured rate. */
  readonly isSlowed: boolean;
}

/**
 * Creates a sliding-window limiter: the service counts at most `perSecond` calls in any second, however long they are in
 * flight. Below one call per second, it allows one call per interval. A token bucket of the same size would allow up to
 * twice as many calls around a refill. A reduced rate doubles every ten seconds until it reaches `perSecond`.
 */
export function createRateLimiter(perSecond: number): RateLimiter {
  const retentionMs = WINDOW_MS / Math.min(perSecond, 1);
  let rate = perSecond;
  let changedAt = 0;
  let calls: { readonly startedAt: number; countedBy: number }[] = [];

  /** Returns the earliest timestamp of the next start at this rate. */
  function nextStart(allowed: number): number {
    const burst = Math.max(Math.floor(allowed), 1);
    const oldest = calls.map(({ countedBy }) => countedBy).toSorted((a, b) => b - a)[burst - 1];
    return oldest === undefined ? 0 : oldest + (burst * WINDOW_MS) / allowed;
  }
  return {
    delayUntilNext: (now) => {
      if (rate < perSecond && now - changedAt >= RECOVERY_INTERVAL_MS) {
        rate = Math.min(rate * 2, perSecond);
        changedAt = now;
      }
      // Calls that started before the rate was reduced count in the same second.
      return Math.max(nextStart(rate) - now, nextStart(perSecond) - now, 0);
    },
    recordStart: (now) => {
      calls = calls.filter(({ countedBy }) => countedBy > now - retentionMs);
      calls.push({ startedAt: now, countedBy: now + MAX_COUNT_DELAY_MS });
    },
    recordEnd: (startedAt, now) => {
      const call = calls.find((candidate) => candidate.startedAt === startedAt && candidate.countedBy > now);
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
