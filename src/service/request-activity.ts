import { pause, withAnySignal } from './config/task.ts';

const defaults = {
  /** Time without a request after which the service is idle. Longer than the dashboard's polling intervals. */
  idleAfterMs: 60_000,
  /** Minimum pause of background work while idle. Keeps all values less than a minute old. */
  idlePauseMs: 30_000,
};

/** Slows background work down while no requests arrive. */
export class RequestActivity {
  private readonly times: typeof defaults;
  private lastRequest = Number.NEGATIVE_INFINITY;
  private wake = new AbortController();

  constructor(times: Partial<typeof defaults> = {}) {
    this.times = { ...defaults, ...times };
  }

  /** Call for every request for data. Ends pauses that started while idle. */
  touch(): void {
    const wasIdle = this.isIdle;
    this.lastRequest = performance.now();
    if (!wasIdle) return;
    this.wake.abort();
    this.wake = new AbortController();
  }

  /** Waits for `milliseconds`, or longer while idle. Resolves early if `stopped` is aborted. */
  async pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
    const { isIdle } = this;
    const duration = isIdle ? Math.max(milliseconds, this.times.idlePauseMs) : milliseconds;
    await withAnySignal(isIdle ? [stopped, this.wake.signal] : [stopped], (signal) =>
      pause(duration, signal),
    );
  }

  private get isIdle(): boolean {
    return performance.now() - this.lastRequest >= this.times.idleAfterMs;
  }
}

const MAX_OPENED = 200;

/** The jettons that people have opened, the latest first. */
export class OpenedJettons {
  readonly #addresses = new Set<string>();

  add(address: string): void {
    this.#addresses.delete(address);
    this.#addresses.add(address);
    const [oldest] = this.#addresses;
    if (this.#addresses.size > MAX_OPENED && oldest !== undefined) this.#addresses.delete(oldest);
  }

  list(): string[] {
    return [...this.#addresses].toReversed();
  }
}
