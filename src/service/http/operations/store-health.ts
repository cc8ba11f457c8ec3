import type { FastifyBaseLogger } from 'fastify';
import { isStoreUnavailable } from '#service/store/store-unavailable.ts';

/** Whether the store answers, as its answers and failures tell; logs when that changes. */
export class StoreHealth {
  readonly #log: FastifyBaseLogger;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #unavailableSince: number | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  get isUnavailable(): boolean {
    return this.#unavailableSince !== undefined;
  }

  /** Milliseconds since the store answered. */
  get silence(): number {
    return performance.now() - this.#answeredAt;
  }

  /** Runs `work` on the store and notes how it went. */
  async observe<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      const result = await work();
      this.#answered(start);
      return result;
    } catch (error) {
      if (isStoreUnavailable(error)) this.failed(error);
      throw error;
    }
  }

  failed(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#unavailableSince !== undefined) return;
    this.#unavailableSince = this.#failedAt;
    this.#log.error({ err: error }, 'store unavailable');
  }

  #answered(start: number): void {
    this.#answeredAt = performance.now();
    // A query that was sent before the store failed proves nothing.
    if (this.#unavailableSince === undefined || start < this.#failedAt) return;
    const seconds = Math.round((this.#answeredAt - this.#unavailableSince) / 1000);
    this.#unavailableSince = undefined;
    this.#log.info({ seconds }, 'store available again');
  }
}
