/** Request priorities, most urgent first: from what the page requires to what is not visible yet. */
export const priorities = ['list', 'valuations', 'statistics', 'live', 'export'] as const;
export type Priority = (typeof priorities)[number];

export interface Call<Result> {
  /** Calls with equal keys share one request. */
  readonly key: string;
  readonly priority: Priority;
  readonly send: (signal: AbortSignal) => Promise<Result>;
}

interface Waiter<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  readonly detach: () => void;
}

/** One queued request and all callers that wait for its response. */
export class SharedRequest<Result> {
  readonly call: Call<Result>;
  position = Number.POSITIVE_INFINITY;
  /** Timestamp before which the request is not retried. */
  earliestStart = 0;
  failureCount = 0;
  startedAt: number | undefined;
  readonly #waiters = new Set<Waiter<Result>>();
  readonly #controller = new AbortController();

  constructor(call: Call<Result>) {
    this.call = call;
  }

  send(): Promise<Result> {
    return this.call.send(this.#controller.signal);
  }

  /**
   * Waits for the response until `signal` aborts; a late response is discarded. When the last waiter aborts, cancels the
   * request and calls `onAbandon`.
   */
  join(signal: AbortSignal | undefined, onAbandon: () => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        reject(signal?.reason);
        if (this.#waiters.size > 0) return;
        this.#controller.abort(signal?.reason);
        onAbandon();
      };
      const detach = () => signal?.removeEventListener('abort', leave);
      const waiter = { resolve, reject, detach };
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  resolve(result: Result): void {
    for (const waiter of this.#removeWaiters()) waiter.resolve(result);
  }

  reject(reason: unknown): void {
    for (const waiter of this.#removeWaiters()) waiter.reject(reason);
  }

  #removeWaiters(): Waiter<Result>[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const waiter of waiters) waiter.detach();
    return waiters;
  }
}

// A call that has waited this much longer precedes calls of the next higher priority. Prevents starvation.
const AGING_MS = 10_000;

/** Returns the sort key of a call that was enqueued at `now` (milliseconds). Lower starts sooner. */
export function queuePosition(priority: Priority, now: number): number {
  return now + priorities.indexOf(priority) * AGING_MS;
}
