import { retryDelay } from './polled-feed.ts';

/** Requests that decide whether a source works. */
const RECENT = 20;
const MIN_FAILURES = 5;

/** Pauses a source when most of its recent requests failed, until one succeeds. A single failure delays only its range. */
export class CircuitBreaker {
  /** Whether they succeeded, oldest first. */
  private recent: boolean[] = [];
  /** Failures since it opened. */
  private failures = 0;

  get isOpen(): boolean {
    return this.failures > 0;
  }

  /** Milliseconds to wait before the next request. */
  get wait(): number {
    return this.isOpen ? retryDelay(this.failures) : 0;
  }

  record(hasSucceeded: boolean): void {
    if (hasSucceeded && this.isOpen) {
      this.failures = 0;
      this.recent = [];
    }
    this.recent = [...this.recent, hasSucceeded].slice(-RECENT);
    const failed = this.recent.filter((success) => !success).length;
    if (!hasSucceeded && failed >= MIN_FAILURES && 2 * failed > this.recent.length) this.failures += 1;
  }
}
