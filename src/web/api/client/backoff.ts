/** Tracks until when no request may start, and why. All timestamps are milliseconds of the same clock. */
export class BackoffState {
  #rateLimitedUntil = 0;
  #offlineUntil = 0;
  #rateLimitCount = 0;
  #networkErrorCount = 0;
  #lastRateLimit = Number.NEGATIVE_INFINITY;
  #lastNetworkError = Number.NEGATIVE_INFINITY;

  get resumeAt(): number {
    return Math.max(this.#rateLimitedUntil, this.#offlineUntil);
  }

  get rateLimitedUntil(): number {
    return this.#rateLimitedUntil;
  }

  get isOffline(): boolean {
    return this.#networkErrorCount > 0;
  }

  /**
   * Records a 429 response. Concurrent requests that are rejected together count once. Returns whether this was the first
   * response of such a group. `requestedDelay` is the delay in milliseconds that the service requested.
   */
  recordRateLimit(startedAt: number, now: number, requestedDelay: number | undefined): boolean {
    const isFirst = startedAt > this.#lastRateLimit;
    if (isFirst) this.#rateLimitCount += 1;
    this.#lastRateLimit = now;
    const delay = backoffDelay(this.#rateLimitCount, requestedDelay);
    this.#rateLimitedUntil = Math.max(this.#rateLimitedUntil, now + delay);
    return isFirst;
  }

  /** Records a network error. Concurrent requests that fail together count once. */
  recordNetworkError(startedAt: number, now: number): void {
    if (startedAt > this.#lastNetworkError) this.#networkErrorCount += 1;
    this.#lastNetworkError = now;
    this.#offlineUntil = Math.max(this.#offlineUntil, now + backoffDelay(this.#networkErrorCount));
  }

  /** Records any response except 429. */
  recordResponse(startedAt: number): void {
    if (startedAt > this.#lastRateLimit) this.#rateLimitCount = 0;
    this.clearOffline();
  }

  /** Clears the offline state, including the count of network errors. */
  clearOffline(): void {
    this.#networkErrorCount = 0;
    this.#offlineUntil = 0;
  }

  /** Ends the wait after a network error so that the next request can check the network. */
  retryNow(): void {
    this.#offlineUntil = 0;
  }
}

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
const MAX_JITTER_MS = 1000;

/**
 * Returns the delay in milliseconds before the next attempt after `failureCount` consecutive failures. Uses the delay
 * that the service requested, otherwise exponential backoff. Adds up to half of the delay as jitter so that many clients
 * do not retry at the same time.
 */
export function backoffDelay(failureCount: number, requestedDelay?: number): number {
  const delay = requestedDelay ?? Math.min(INITIAL_DELAY_MS * 2 ** (failureCount - 1), MAX_DELAY_MS);
  return Math.max(delay, INITIAL_DELAY_MS / 4) + Math.random() * Math.min(delay / 2, MAX_JITTER_MS);
}
