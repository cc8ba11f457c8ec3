import type { Priority } from './priority.ts';

export interface Call<Answer> {
  /** Equal calls have equal keys. */
  readonly key: string;
  readonly priority: Priority;
  readonly send: (signal: AbortSignal) => Promise<Answer>;
}

interface Waiter<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  readonly detach: () => void;
}

/** One request, and all who wait for its answer. */
export class Job<Answer> {
  readonly call: Call<Answer>;
  position = Number.POSITIVE_INFINITY;
  /** Moment before which it is not tried again. */
  earliestStart = 0;
  failures = 0;
  startedAt: number | undefined;
  readonly #waiters = new Set<Waiter<Answer>>();
  readonly #controller = new AbortController();

  constructor(call: Call<Answer>) {
    this.call = call;
  }

  send(): Promise<Answer> {
    return this.call.send(this.#controller.signal);
  }

  /** Waits for the answer until `signal` aborts; when the last has left, the request is given up. */
  join(signal: AbortSignal | undefined, onLeft: () => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        reject(signal?.reason);
        if (this.#waiters.size > 0) return;
        this.#controller.abort(signal?.reason);
        onLeft();
      };
      const detach = () => signal?.removeEventListener('abort', leave);
      const waiter = { resolve, reject, detach };
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  resolve(answer: Answer): void {
    for (const waiter of this.#dismissed()) waiter.resolve(answer);
  }

  reject(reason: unknown): void {
    for (const waiter of this.#dismissed()) waiter.reject(reason);
  }

  #dismissed(): Waiter<Answer>[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const waiter of waiters) waiter.detach();
    return waiters;
  }
}
