import type { FastifyBaseLogger } from 'fastify';
import { isStoreUnavailable } from '#service/store/store-unavailable.ts';

/** Tracks from query results whether the store is available, and logs when that changes. */
export class StoreHealth {
  readonly #log: FastifyBaseLogger;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #unavailableSince: number | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  get isUnavailable(): boolean {
    return this.#unavailableSince !== undefined;
  }

  /** Milliseconds since the last successful query. */
  get timeSinceSuccess(): number {
    return performance.now() - this.#succeededAt;
  }

  /** Runs `work` on the store and records whether it succeeded. */
  async observe<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      const result = await work();
      this.#recordSuccess(start);
      return result;
    } catch (error) {
      if (isStoreUnavailable(error)) this.recordFailure(error);
      throw error;
    }
  }

  recordFailure(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#unavailableSince !== undefined) return;
    this.#unavailableSince = this.#failedAt;
    this.#log.error({ err: error }, 'The store is unavailable');
  }

  #recordSuccess(start: number): void {
    this.#succeededAt = performance.now();
    // A query that started before the failure does not prove that the store is available again.
    if (this.#unavailableSince === undefined || start < this.#failedAt) return;
    const seconds = Math.round((this.#succeededAt - this.#unavailableSince) / 1000);
    this.#unavailableSince = undefined;
    this.#log.info({ seconds }, 'The store is available again');
  }
}
