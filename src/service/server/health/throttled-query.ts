import { setTimeout as delay } from 'node:timers/promises';

/** Time limits in milliseconds. */
export interface QueryLimits {
  /** Maximum age of a result. */
  readonly maxAge: number;
  /** Maximum time that a caller waits. */
  readonly wait: number;
}

/** Runs a query, which must not reject, at most once per `maxAge` for all callers. */
export class ThrottledQuery {
  readonly #run: () => Promise<void>;
  readonly #limits: QueryLimits;
  #startedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;

  constructor(run: () => Promise<void>, limits: QueryLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** How long the current query has been running, in milliseconds; undefined if none is. */
  get pendingTime(): number | undefined {
    return this.#pending ? performance.now() - this.#startedAt : undefined;
  }

  /** Resolves to true once the result is at most `maxAge` old, or to false after `wait`. */
  async refresh(): Promise<boolean> {
    if (!this.#pending && performance.now() - this.#startedAt < this.#limits.maxAge) return true;
    this.#pending ??= this.#start();
    const limit = new AbortController();
    const timeout = delay(this.#limits.wait, false, limit).catch(() => false);
    const isCurrent = await Promise.race([this.#pending.then(() => true), timeout]);
    limit.abort();
    return isCurrent;
  }

  async #start(): Promise<void> {
    this.#startedAt = performance.now();
    try {
      await this.#run();
    } finally {
      this.#pending = undefined;
    }
  }
}
