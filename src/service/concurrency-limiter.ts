import { setImmediate } from 'node:timers/promises';

/** More is asked than can be answered soon: 503 with the time to wait. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export interface ConcurrencyLimits {
  /** Jobs under way at once. */
  readonly concurrency: number;
  /** Jobs that may wait. */
  readonly maxWaiting: number;
  /** Milliseconds that a job may be expected to wait when it comes. */
  readonly maxExpectedWait: number;
  /** Milliseconds after which a job that waits is refused after all. */
  readonly maxWait: number;
}

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Share of the latest job in the average duration. */
const LATEST_SHARE = 0.05;
/** What the latest counts at most, in averages: one that stands still for seconds must not refuse all that follow. */
const MAX_COUNTED = 4;
const FIRST_ESTIMATE_MS = 5;

/** Runs few jobs at once, lets a bounded number wait in order, and refuses the rest at once with an OverloadedError. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();
  #active = 0;
  #averageMs = FIRST_ESTIMATE_MS;
  #lastProgress = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#active >= this.#limits.concurrency) await this.#turn();
    else this.#active += 1;
    const start = performance.now();
    this.#lastProgress = start;
    try {
      await letOthersIn();
      return await job();
    } finally {
      this.#ended(start, performance.now());
    }
  }

  /** Resolves when a slot was handed over. */
  #turn(): Promise<void> {
    const { maxWaiting, maxWait, maxExpectedWait } = this.#limits;
    if (this.#waiting.size >= maxWaiting || this.#expectedWait() > maxExpectedWait)
      return Promise.reject(new OverloadedError('too many requests wait'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new OverloadedError('waited too long'));
      }, maxWait);
      const waiting: Waiting = { start: resolve, timer };
      this.#waiting.add(waiting);
    });
  }

  /** Milliseconds: those before this job, after as long a standstill as there has been. */
  #expectedWait(): number {
    const standstill = performance.now() - this.#lastProgress;
    return standstill + ((this.#waiting.size + 1) * this.#averageMs) / this.#limits.concurrency;
  }

  #ended(start: number, end: number): void {
    const counted = Math.min(end - start, MAX_COUNTED * this.#averageMs);
    this.#averageMs += LATEST_SHARE * (counted - this.#averageMs);
    this.#lastProgress = end;
    const [next] = this.#waiting;
    if (!next) {
      this.#active -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }
}

/** 2 µs each. */
const TURNS = 32;

/**
 * Lets the event loop read the requests that have come meanwhile. A job may hold it for long: the embedded store answers
 * in microtasks alone. And Node accepts one new connection in a turn: with a turn for each job, hundreds of clients
 * would keep a health check from ever being accepted.
 */
async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
