/** How the queue of calls is doing, for people to see. Moments are milliseconds since 1970. */
export type QueueState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting' }
  /** The service had too many requests; the next call starts at `until`. */
  | { readonly status: 'slowed'; readonly until: number }
  /** No answer comes; tried again at `until`. What is shown was answered at `answeredAt`, if anything was. */
  | { readonly status: 'offline'; readonly until: number; readonly answeredAt: number | undefined };

export function isEqualState(one: QueueState, other: QueueState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
