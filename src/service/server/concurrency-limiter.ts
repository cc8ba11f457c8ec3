import { setImmediate } from 'node:timers/promises';

/** The service is overloaded (HTTP 503 with Retry-After). */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export interface QueueLimits {
  /** Maximum length of the queue. */
  readonly maxWaiting: number;
  /** A job is rejected at once if its expected wait exceeds this, in milliseconds. */
  readonly maxExpectedWait: number;
  /** A queued job is rejected after this many milliseconds. */
  readonly maxWait: number;
}

export interface ConcurrencyLimits extends QueueLimits {
  /** Maximum number of jobs that run at the same time. */
  readonly concurrency: number;
}

interface QueuedJob {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Weight of the latest job in the moving average of durations. */
const LATEST_WEIGHT = 0.05;
/** A duration counts at most this many averages, so that a single slow job does not cause rejections. */
const MAX_DURATION_RATIO = 4;
const INITIAL_AVERAGE_MS = 5;

/** Runs a limited number of jobs at once, with a bounded FIFO queue. Rejects further jobs with an OverloadedError. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** In order of arrival. */
  readonly #queue = new Set<QueuedJob>();
  #active = 0;
  #averageMs = INITIAL_AVERAGE_MS;
  #lastProgress = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Whether a job would be rejected now. */
  get isOverloaded(): boolean {
    return this.#wouldReject(this.#limits);
  }

  #wouldReject({ maxWaiting, maxExpectedWait }: QueueLimits): boolean {
    if (this.#active < this.#limits.concurrency) return false;
    return this.#queue.size >= maxWaiting || this.#expectedWait() > maxExpectedWait;
  }

  /** Jobs with limits of their own may wait longer than others, or less. */
  async run<Result>(job: () => Promise<Result>, limits: QueueLimits = this.#limits): Promise<Result> {
    if (this.#active >= this.#limits.concurrency) await this.#waitForSlot(limits);
    else this.#active += 1;
    const start = performance.now();
    this.#lastProgress = start;
    try {
      await yieldToEventLoop();
      return await job();
    } finally {
      this.#finish(start, performance.now());
    }
  }

  #waitForSlot(limits: QueueLimits): Promise<void> {
    if (this.#wouldReject(limits)) return Promise.reject(new OverloadedError('the queue is full'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.delete(job);
        reject(new OverloadedError('timed out in the queue'));
      }, limits.maxWait);
      const job: QueuedJob = { start: resolve, timer };
      this.#queue.add(job);
    });
  }

  /** Milliseconds until a new job would start: the duration of the queue, plus the time since a job last finished. */
  #expectedWait(): number {
    const sinceProgress = performance.now() - this.#lastProgress;
    return sinceProgress + ((this.#queue.size + 1) * this.#averageMs) / this.#limits.concurrency;
  }

  #finish(start: number, end: number): void {
    const duration = Math.min(end - start, MAX_DURATION_RATIO * this.#averageMs);
    this.#averageMs += LATEST_WEIGHT * (duration - this.#averageMs);
    this.#lastProgress = end;
    const [next] = this.#queue;
    if (!next) {
      this.#active -= 1;
      return;
    }
    this.#queue.delete(next);
    clearTimeout(next.timer);
    next.start();
  }
}

/** About 2 µs per iteration. */
const EVENT_LOOP_ITERATIONS = 32;
/** Limits their time under load, when every iteration reads many requests. In milliseconds. */
const MAX_YIELD_MS = 2;

/**
 * Lets the event loop accept connections and read requests between jobs. The embedded store resolves queries in
 * microtasks, so jobs could block the loop for long. Several iterations, because Node.js accepts one connection per
 * iteration: otherwise hundreds of clients could starve a health check.
 */
async function yieldToEventLoop(): Promise<void> {
  const end = performance.now() + MAX_YIELD_MS;
  for (let iteration = 0; iteration < EVENT_LOOP_ITERATIONS && performance.now() < end; iteration += 1)
    await setImmediate();
}
