import { backoffDelay } from './backoff-delay.ts';

/** Why nothing starts for a while. Moments are milliseconds of one clock. */
export class BackoffState {
  #slowedUntil = 0;
  #offlineUntil = 0;
  #refusals = 0;
  #failures = 0;
  #lastRefusal = Number.NEGATIVE_INFINITY;
  #lastFailure = Number.NEGATIVE_INFINITY;

  get resumeAt(): number {
    return Math.max(this.#slowedUntil, this.#offlineUntil);
  }

  get rateLimitedUntil(): number {
    return this.#slowedUntil;
  }

  get isOffline(): boolean {
    return this.#failures > 0;
  }

  /** Many calls that were under way together are refused together: that is once. Answers whether it was the first. */
  recordRateLimit(startedAt: number, now: number, asked: number | undefined): boolean {
    const isFirst = startedAt > this.#lastRefusal;
    if (isFirst) this.#refusals += 1;
    this.#lastRefusal = now;
    this.#slowedUntil = Math.max(this.#slowedUntil, now + backoffDelay(this.#refusals, asked));
    return isFirst;
  }

  recordNetworkError(startedAt: number, now: number): void {
    if (startedAt > this.#lastFailure) this.#failures += 1;
    this.#lastFailure = now;
    this.#offlineUntil = Math.max(this.#offlineUntil, now + backoffDelay(this.#failures));
  }

  recordResponse(startedAt: number): void {
    if (startedAt > this.#lastRefusal) this.#refusals = 0;
    this.clearOffline();
  }

  /** There is no reason any more to think that the network is away. */
  clearOffline(): void {
    this.#failures = 0;
    this.#offlineUntil = 0;
  }

  /** Something has changed: see at once whether the network is back. */
  retryNow(): void {
    this.#offlineUntil = 0;
  }
}
