/** State of the request queue, shown to users. All timestamps are milliseconds since the Unix epoch. */
export type QueueState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting' }
  /** The service rejected requests with 429. The next call starts at `retryAt`. */
  | { readonly status: 'rateLimited'; readonly retryAt: number }
  /** The service does not respond. The next attempt starts at `retryAt`. */
  | { readonly status: 'offline'; readonly retryAt: number; readonly lastResponseAt: number | undefined };

export function isEqualState(a: QueueState, b: QueueState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
