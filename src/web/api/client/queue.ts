import { createStore, type StoreApi } from 'zustand/vanilla';
import { BackoffState } from './backoff-state.ts';
import type { Tab } from './browser-events.ts';
import { NetworkError, RequestTimeoutError, ServiceError } from './errors.ts';
import { queuePosition } from './priority.ts';
import { isEqualState, type QueueState } from './queue-state.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { type Call, Job } from './shared-request.ts';

// Browsers open six connections per host. Further requests would wait in the browser's order instead of ours.
const MAX_CONCURRENT = 6;
const MAX_ATTEMPTS = 3;
// Fail instead of waiting longer.
const MAX_WAIT_MS = 60_000;

/** Request queue: orders calls by priority, limits their rate, retries failures and combines equal calls. */
export class Queue<Result> {
  readonly #state = createStore<QueueState>()(() => ({ status: 'idle' }));
  readonly #tab: Tab;
  readonly #jobs = new Map<string, Job<Result>>();
  readonly #backoff = new BackoffState();
  #perSecond = 1;
  #rateLimiter = createRateLimiter(this.#perSecond);
  #activeCount = 0;
  #lastResponseAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
    tab.onVisibilityChange(() => this.#retryNow());
    tab.onOnline(() => {
      // Without a job to verify it, trust the event.
      if (this.#jobs.size === 0) this.#backoff.clearOffline();
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
    const job = this.#jobs.get(call.key) ?? new Job(call);
    this.#jobs.set(call.key, job);
    job.position = Math.min(job.position, queuePosition(call.priority, now));
    // The user is waiting for the list.
    if (call.priority === 'list') this.#backoff.retryNow();
    // Deferred so that calls added in the same task are ordered before the first one starts.
    this.#processAt(now, now);
    return job.join(signal, () => this.#drop(job));
  }

  #retryNow(): void {
    this.#backoff.retryNow();
    this.#process();
  }

  #process(): void {
    clearTimeout(this.#timer);
    if (!this.#tab.isHidden()) while (this.#startNext());
    this.#publish();
  }

  #processAt(timestamp: number, now: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#process(), Math.ceil(timestamp - now));
  }

  /** Starts the next job if it may start now, otherwise schedules the next attempt. Returns whether a job was started. */
  #startNext(): boolean {
    const now = performance.now();
    const job = this.#nextJob(now);
    if (!job) {
      // Publishes the end of the rate limit.
      if (this.#backoff.rateLimitedUntil > now) this.#processAt(this.#backoff.rateLimitedUntil, now);
      return false;
    }
    if (this.#activeCount >= (this.#backoff.isOffline ? 1 : MAX_CONCURRENT)) return false;
    const rateLimitedStart = now + this.#rateLimiter.delayUntilNext(now);
    const start = Math.max(job.earliestStart, this.#backoff.resumeAt, rateLimitedStart);
    if (start > now) {
      this.#processAt(start, now);
      return false;
    }
    this.#rateLimiter.recordStart(now);
    void this.#run(job, now);
    return true;
  }

  #nextJob(now: number): Job<Result> | undefined {
    let next: Job<Result> | undefined;
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== undefined) continue;
      const order = next
        ? remainingDelay(job, now) - remainingDelay(next, now) || job.position - next.position
        : -1;
      if (order < 0) next = job;
    }
    return next;
  }

  async #run(job: Job<Result>, now: number): Promise<void> {
    job.startedAt = now;
    this.#activeCount += 1;
    try {
      const result = await job.send();
      this.#recordResponse(now);
      this.#remove(job);
      job.resolve(result);
    } catch (error) {
      this.#handleError(job, now, error);
    } finally {
      this.#rateLimiter.recordEnd(now, performance.now());
      this.#activeCount -= 1;
      this.#process();
    }
  }

  #handleError(job: Job<Result>, startedAt: number, error: unknown): void {
    const now = performance.now();
    job.startedAt = undefined;
    if (error instanceof ServiceError && error.status === 429) {
      if (this.#backoff.recordRateLimit(startedAt, now, error.retryAfter)) this.#rateLimiter.slowDown(now);
      if (this.#backoff.rateLimitedUntil - now > MAX_WAIT_MS) this.#rejectPending(error);
      return;
    }
    if (error instanceof NetworkError && !(error instanceof RequestTimeoutError)) {
      this.#backoff.recordNetworkError(startedAt, now);
      job.failureCount += 1;
      job.earliestStart = this.#backoff.resumeAt;
      if (job.failureCount < MAX_ATTEMPTS && job.call.priority !== 'live') return;
    } else if (error instanceof ServiceError) {
      this.#recordResponse(startedAt);
    }
    this.#remove(job);
    job.reject(error);
  }

  #recordResponse(startedAt: number): void {
    this.#backoff.recordResponse(startedAt);
    this.#lastResponseAt = Date.now();
  }

  #rejectPending(error: ServiceError): void {
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== undefined) continue;
      this.#remove(job);
      job.reject(error);
    }
  }

  #drop(job: Job<Result>): void {
    this.#remove(job);
    this.#process();
  }

  #remove(job: Job<Result>): void {
    if (this.#jobs.get(job.call.key) === job) this.#jobs.delete(job.call.key);
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
    const hasJobs = this.#jobs.size > 0;
    const isRateLimited = this.#backoff.rateLimitedUntil > now;
    if (isRateLimited || (hasJobs && this.#rateLimiter.isSlowed)) return { status: 'rateLimited', retryAt };
    return { status: hasJobs ? 'waiting' : 'idle' };
  }
}

function remainingDelay(job: { readonly earliestStart: number }, now: number): number {
  return Math.max(job.earliestStart - now, 0);
}
