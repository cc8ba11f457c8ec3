import { createStore, type StoreApi } from 'zustand/vanilla';
import { BackoffState } from './backoff.ts';
import { NetworkError, RequestTimeoutError, ServiceError } from './errors.ts';
import { createRateLimiter } from './rate-limiter.ts';

// Browsers open six connections per host. Further requests would wait in the browser's order instead of ours.
const MAX_CONCURRENT = 6;
const MAX_ATTEMPTS = 3;
// Fail instead of waiting longer.
const MAX_WAIT_MS = 60_000;

/** State of the request queue, shown to users. All timestamps are milliseconds since the Unix epoch. */
export type QueueState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting' }
  /** The service rejected requests with 429. The next call starts at `retryAt`. */
  | { readonly status: 'rateLimited'; readonly retryAt: number }
  /** The service does not respond. The next attempt starts at `retryAt`. */
  | { readonly status: 'offline'; readonly retryAt: number; readonly lastResponseAt: number | undefined };

/** Events of the browser tab that the queue depends on. */
export interface BrowserEvents {
  isHidden(): boolean;
  /** Calls the listener when the tab becomes visible or hidden. */
  onVisibilityChange(listener: () => void): void;
  /** Calls the listener when the network connection is restored. */
  onOnline(listener: () => void): void;
}

/** Request queue: orders calls by priority, limits their rate, retries failures and combines equal calls. */
export class Queue<Result> {
  readonly #state = createStore<QueueState>()(() => ({ status: 'idle' }));
  readonly #events: BrowserEvents;
  readonly #requests = new Map<string, SharedRequest<Result>>();
  readonly #backoff = new BackoffState();
  #perSecond = 1;
  #rateLimiter = createRateLimiter(this.#perSecond);
  #activeCount = 0;
  #lastResponseAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: BrowserEvents) {
    this.#events = events;
    events.onVisibilityChange(() => this.#retryNow());
    events.onOnline(() => {
      // Without a request to verify it, trust the event.
      if (this.#requests.size === 0) this.#backoff.clearOffline();
      this.#retryNow();
    });
  }

  /** For `useStore`. */
  get state(): Pick<StoreApi<QueueState>, 'getState' | 'getInitialState' | 'subscribe'> {
    return this.#state;
  }

  /** Calls the listener when an outage ends. Returns a function that removes the listener. */
  onReconnect(listener: () => void): () => void {
    return this.#state.subscribe(({ status }, previous) => {
      if (previous.status === 'offline' && status !== 'offline') listener();
    });
  }

  setRate(perSecond: number): void {
    if (perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    this.#rateLimiter = createRateLimiter(perSecond);
  }

  /** Adds a call, or joins a queued call with the same key. Rejects with the abort reason when `signal` aborts. */
  add(call: Call<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const now = performance.now();
    const wait = this.#backoff.rateLimitedUntil - now;
    if (wait > MAX_WAIT_MS) return Promise.reject(new ServiceError(429, 'too many requests', wait));
    const request = this.#requests.get(call.key) ?? new SharedRequest(call);
    this.#requests.set(call.key, request);
    request.position = Math.min(request.position, queuePosition(call.priority, now));
    // The user is waiting for the list.
    if (call.priority === 'list') this.#backoff.retryNow();
    // Deferred so that calls added in the same task are ordered before the first one starts.
    this.#processAt(now, now);
    return request.join(signal, () => this.#drop(request));
  }

  #retryNow(): void {
    this.#backoff.retryNow();
    this.#process();
  }

  #process(): void {
    clearTimeout(this.#timer);
    if (!this.#events.isHidden()) while (this.#startNext());
    this.#publish();
  }

  #processAt(timestamp: number, now: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#process(), Math.ceil(timestamp - now));
  }

  /** Starts the next request if it may start now, otherwise schedules the next attempt. Returns whether a request was started. */
  #startNext(): boolean {
    const now = performance.now();
    const request = this.#nextRequest(now);
    if (!request) {
      // Publishes the end of the rate limit.
      if (this.#backoff.rateLimitedUntil > now) this.#processAt(this.#backoff.rateLimitedUntil, now);
      return false;
    }
    if (this.#activeCount >= (this.#backoff.isOffline ? 1 : MAX_CONCURRENT)) return false;
    const rateLimitedStart = now + this.#rateLimiter.delayUntilNext(now);
    const start = Math.max(request.earliestStart, this.#backoff.resumeAt, rateLimitedStart);
    if (start > now) {
      this.#processAt(start, now);
      return false;
    }
    this.#rateLimiter.recordStart(now);
    void this.#run(request, now);
    return true;
  }

  #nextRequest(now: number): SharedRequest<Result> | undefined {
    let next: SharedRequest<Result> | undefined;
    for (const request of this.#requests.values()) {
      if (request.startedAt !== undefined) continue;
      const order = next
        ? remainingDelay(request, now) - remainingDelay(next, now) || request.position - next.position
        : -1;
      if (order < 0) next = request;
    }
    return next;
  }

  async #run(request: SharedRequest<Result>, now: number): Promise<void> {
    request.startedAt = now;
    this.#activeCount += 1;
    try {
      const result = await request.send();
      this.#recordResponse(now);
      this.#remove(request);
      request.resolve(result);
    } catch (error) {
      this.#handleError(request, now, error);
    } finally {
      this.#rateLimiter.recordEnd(now, performance.now());
      this.#activeCount -= 1;
      this.#process();
    }
  }

  #handleError(request: SharedRequest<Result>, startedAt: number, error: unknown): void {
    const now = performance.now();
    request.startedAt = undefined;
    if (error instanceof ServiceError && error.status === 429) {
      if (this.#backoff.recordRateLimit(startedAt, now, error.retryAfter)) this.#rateLimiter.slowDown(now);
      if (this.#backoff.rateLimitedUntil - now > MAX_WAIT_MS) this.#rejectPending(error);
      return;
    }
    if (error instanceof NetworkError && !(error instanceof RequestTimeoutError)) {
      this.#backoff.recordNetworkError(startedAt, now);
      request.failureCount += 1;
      request.earliestStart = this.#backoff.resumeAt;
      if (request.failureCount < MAX_ATTEMPTS && request.call.priority !== 'live') return;
    } else if (error instanceof ServiceError) {
      this.#recordResponse(startedAt);
    }
    this.#remove(request);
    request.reject(error);
  }

  #recordResponse(startedAt: number): void {
    this.#backoff.recordResponse(startedAt);
    this.#lastResponseAt = Date.now();
  }

  #rejectPending(error: ServiceError): void {
    for (const request of this.#requests.values()) {
      if (request.startedAt !== undefined) continue;
      this.#remove(request);
      request.reject(error);
    }
  }

  #drop(request: SharedRequest<Result>): void {
    this.#remove(request);
    this.#process();
  }

  #remove(request: SharedRequest<Result>): void {
    if (this.#requests.get(request.call.key) === request) this.#requests.delete(request.call.key);
  }

  #publish(): void {
    const next = this.#currentState();
    if (!isEqualState(next, this.#state.getState())) this.#state.setState(next, true);
  }

  #currentState(): QueueState {
    const now = performance.now();
    // Rounded to whole seconds so that consecutive states are equal.
    const retryAt = Math.ceil((Date.now() + Math.max(this.#backoff.resumeAt - now, 0)) / 1000) * 1000;
    if (this.#backoff.isOffline) return { status: 'offline', retryAt, lastResponseAt: this.#lastResponseAt };
    const hasRequests = this.#requests.size > 0;
    const isRateLimited = this.#backoff.rateLimitedUntil > now;
    if (isRateLimited || (hasRequests && this.#rateLimiter.isSlowed))
      return { status: 'rateLimited', retryAt };
    return { status: hasRequests ? 'waiting' : 'idle' };
  }
}

function remainingDelay(request: { readonly earliestStart: number }, now: number): number {
  return Math.max(request.earliestStart - now, 0);
}

function isEqualState(a: QueueState, b: QueueState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export const browserEvents: BrowserEvents = {
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
  onOnline: (listener) => globalThis.addEventListener('online', listener),
};

/** Request priorities, most urgent first: from what the page requires to what is not visible yet. */
export const priorities = ['list', 'valuations', 'statistics', 'live', 'export'] as const;
export type Priority = (typeof priorities)[number];

interface Call<Result> {
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
class SharedRequest<Result> {
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
