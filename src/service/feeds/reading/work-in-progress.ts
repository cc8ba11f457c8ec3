export type Outcome<Work, Result> = { readonly work: Work } & (
  | { readonly result: Result }
  | { readonly error: unknown }
);

/** Requests that continue while others end, so that a slow response does not hold up the rest. */
export class WorkInProgress<Work, Result> {
  private readonly started = new Map<string, Promise<void>>();
  private readonly ended = new Map<string, Outcome<Work, Result>>();

  private waitedMs = 0;

  /** Milliseconds spent in `wait`. */
  get waited(): number {
    return this.waitedMs;
  }

  /** Number of works whose outcomes have not been collected. */
  get size(): number {
    return this.started.size;
  }

  has(key: string): boolean {
    return this.started.has(key);
  }

  start(key: string, work: Work, running: Promise<Result>): void {
    const ending = running.then(
      (result) => end({ work, result }),
      (error: unknown) => end({ work, error }),
    );
    this.started.set(key, ending);
    const end = (outcome: Outcome<Work, Result>) => {
      if (this.started.get(key) === ending) this.ended.set(key, outcome);
    };
  }

  /** Waits until one has ended that was not collected, at most `milliseconds`. */
  async wait(milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.ended.size > 0 || milliseconds <= 0) return;
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      if (Number.isFinite(milliseconds)) timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([...this.started.values(), limit]);
    clearTimeout(timer);
    this.waitedMs += performance.now() - started;
  }

  /** Returns the outcomes since the last call. */
  collect(): Outcome<Work, Result>[] {
    const outcomes = [...this.ended.values()];
    for (const key of this.ended.keys()) this.started.delete(key);
    this.ended.clear();
    return outcomes;
  }

  /** Forgets all works: their outcomes do not count. */
  clear(): void {
    this.started.clear();
    this.ended.clear();
  }
}
