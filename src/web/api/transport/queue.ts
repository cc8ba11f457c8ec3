import { createStore, type StoreApi } from 'zustand/vanilla';
import { BackoffState } from './backoff-state.ts';
import { NetworkError, RequestTimeoutError, ServiceError } from './errors.ts';
import { type Call, Job } from './job.ts';
import { queuePosition } from './priority.ts';
import { isEqualState, type QueueState } from './queue-state.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { Tab } from './tab.ts';

// Browsers open six connections to a host; what is started beyond that would wait in their order, not in ours.
const AT_ONCE = 6;
const TRIES = 3;
// Who is to wait longer is told so.
const LONGEST_WAIT = 60_000;

/** All calls go through here: in their order, at the pace that was asked for, equal ones as one. */
export class Queue<Answer> {
  readonly #state = createStore<QueueState>()(() => ({ status: 'idle' }));
  readonly #tab: Tab;
  readonly #jobs = new Map<string, Job<Answer>>();
  readonly #hold = new BackoffState();
  #perSecond = 1;
  #pace = createRateLimiter(this.#perSecond);
  #underWay = 0;
  #answeredAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
    tab.onVisibilityChange(() => this.#tryNow());
    tab.onOnline(() => {
      // With nothing to try, it is taken at its word.
      if (this.#jobs.size === 0) this.#hold.clearOffline();
      this.#tryNow();
    });
  }

  /** For `useStore`. */
  get state(): Pick<StoreApi<QueueState>, 'getState' | 'getInitialState' | 'subscribe'> {
    return this.#state;
  }

  setRate(perSecond: number): void {
    if (perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    this.#pace = createRateLimiter(perSecond);
  }

  add(call: Call<Answer>, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const now = performance.now();
    const wait = this.#hold.rateLimitedUntil - now;
    if (wait > LONGEST_WAIT) return Promise.reject(new ServiceError(429, 'too many requests', wait));
    const job = this.#jobs.get(call.key) ?? new Job(call);
    this.#jobs.set(call.key, job);
    job.position = Math.min(job.position, queuePosition(call.priority, now));
    // Somebody looks at the page and waits for this one.
    if (call.priority === 'list') this.#hold.retryNow();
    // Not yet: what the page asks for in the same breath is put in order first.
    this.#proceedAt(now, now);
    return job.join(signal, () => this.#dropped(job));
  }

  #tryNow(): void {
    this.#hold.retryNow();
    this.#proceed();
  }

  #proceed(): void {
    clearTimeout(this.#timer);
    if (!this.#tab.isHidden()) while (this.#startNext());
    this.#publish();
  }

  #proceedAt(moment: number, now: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#proceed(), Math.ceil(moment - now));
  }

  /** Starts the first in line if it may start now, else comes back when it may. */
  #startNext(): boolean {
    const now = performance.now();
    const job = this.#firstInLine(now);
    if (!job) {
      // To say that it is over.
      if (this.#hold.rateLimitedUntil > now) this.#proceedAt(this.#hold.rateLimitedUntil, now);
      return false;
    }
    if (this.#underWay >= (this.#hold.isOffline ? 1 : AT_ONCE)) return false;
    const start = Math.max(job.earliestStart, this.#hold.resumeAt, now + this.#pace.delayUntilNext(now));
    if (start > now) {
      this.#proceedAt(start, now);
      return false;
    }
    this.#pace.recordStart(now);
    void this.#run(job, now);
    return true;
  }

  #firstInLine(now: number): Job<Answer> | undefined {
    let first: Job<Answer> | undefined;
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== undefined) continue;
      const order = first ? late(job, now) - late(first, now) || job.position - first.position : -1;
      if (order < 0) first = job;
    }
    return first;
  }

  async #run(job: Job<Answer>, now: number): Promise<void> {
    job.startedAt = now;
    this.#underWay += 1;
    try {
      const answer = await job.send();
      this.#answered(now);
      this.#done(job);
      job.resolve(answer);
    } catch (error) {
      this.#failed(job, now, error);
    } finally {
      this.#pace.recordEnd(now, performance.now());
      this.#underWay -= 1;
      this.#proceed();
    }
  }

  #failed(job: Job<Answer>, startedAt: number, error: unknown): void {
    const now = performance.now();
    job.startedAt = undefined;
    if (error instanceof ServiceError && error.status === 429) {
      if (this.#hold.recordRateLimit(startedAt, now, error.retryAfter)) this.#pace.slowDown(now);
      if (this.#hold.rateLimitedUntil - now > LONGEST_WAIT) this.#giveUp(error);
      return;
    }
    if (error instanceof NetworkError && !(error instanceof RequestTimeoutError)) {
      this.#hold.recordNetworkError(startedAt, now);
      job.failures += 1;
      job.earliestStart = this.#hold.resumeAt;
      if (job.failures < TRIES && job.call.priority !== 'live') return;
    } else if (error instanceof ServiceError) {
      this.#answered(startedAt);
    }
    this.#done(job);
    job.reject(error);
  }

  #answered(startedAt: number): void {
    this.#hold.recordResponse(startedAt);
    this.#answeredAt = Date.now();
  }

  #giveUp(error: ServiceError): void {
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== undefined) continue;
      this.#done(job);
      job.reject(error);
    }
  }

  #dropped(job: Job<Answer>): void {
    this.#done(job);
    this.#proceed();
  }

  #done(job: Job<Answer>): void {
    if (this.#jobs.get(job.call.key) === job) this.#jobs.delete(job.call.key);
  }

  #publish(): void {
    const next = this.#look();
    if (!isEqualState(next, this.#state.getState())) this.#state.setState(next, true);
  }

  #look(): QueueState {
    const now = performance.now();
    // In whole seconds, so that it is the same from one look to the next.
    const until = Math.ceil((Date.now() + Math.max(this.#hold.resumeAt - now, 0)) / 1000) * 1000;
    if (this.#hold.isOffline) return { status: 'offline', until, answeredAt: this.#answeredAt };
    const waits = this.#jobs.size > 0;
    if (this.#hold.rateLimitedUntil > now || (waits && this.#pace.isSlowed))
      return { status: 'slowed', until };
    return { status: waits ? 'waiting' : 'idle' };
  }
}

function late(job: { readonly earliestStart: number }, now: number): number {
  return Math.max(job.earliestStart - now, 0);
}
