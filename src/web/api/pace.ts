// A second as the service counts it: requests do not take equally long to get there.
const WINDOW = 1100;
const QUIET = 10_000;

/** When calls may start. Moments are milliseconds of one clock. */
export interface Pace {
  /** Milliseconds until the next call may start. */
  wait(now: number): number;
  start(now: number): void;
  /** The service had too many: a quarter from now on, though one a second is always tried. */
  slower(now: number): void;
  /** Whether it is slower than was asked for. */
  readonly isSlowed: boolean;
}

/**
 * Lets at most `perSecond` calls start in any second; below one a second, one in its interval. A token bucket of that
 * size would let through twice as many around its filling. Once slowed it doubles after every ten seconds of quiet.
 */
export function createPace(perSecond: number): Pace {
  let rate = perSecond;
  let changedAt = 0;
  let starts: number[] = [];

  /** When the next may start by a rate, from what has started already. */
  function next(allowed: number): number {
    const burst = Math.max(Math.floor(allowed), 1);
    const first = starts.at(-burst);
    return first === undefined ? 0 : first + (burst * WINDOW) / allowed;
  }
  return {
    wait: (now) => {
      if (rate < perSecond && now - changedAt >= QUIET) {
        rate = Math.min(rate * 2, perSecond);
        changedAt = now;
      }
      // By the whole rate too: what started before it slowed down belongs to the same second.
      return Math.max(next(rate) - now, next(perSecond) - now, 0);
    },
    start: (now) => {
      starts = [...starts, now].slice(-Math.max(Math.floor(perSecond), 1));
    },
    slower: (now) => {
      rate = Math.max(rate / 4, Math.min(perSecond, 1));
      changedAt = now;
    },
    get isSlowed() {
      return rate < perSecond;
    },
  };
}
