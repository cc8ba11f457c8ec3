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
