import { setTimeout as delay } from 'node:timers/promises';
import { type DataOrigin, dataOrigin } from '#service/queries/data-status.ts';
import type { Store } from '#service/store/store.ts';
import type { StoreHealth } from './store-health.ts';

/** Milliseconds. */
export interface ProbeLimits {
  /** For which an answer stands. */
  readonly fresh: number;
  /** That a caller waits. */
  readonly wait: number;
  /** Without an answer, after which the store counts as unavailable. */
  readonly silence: number;
}

const defaultLimits: ProbeLimits = { fresh: 1000, wait: 1000, silence: 5000 };

/** Asks the store for the origin of its data, at most once a second however many callers want to know. */
export class StoreProbe {
  readonly #store: Store;
  readonly #health: StoreHealth;
  readonly #limits: ProbeLimits;
  #origin: DataOrigin | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(store: Store, health: StoreHealth, limits = defaultLimits) {
    this.#store = store;
    this.#health = health;
    this.#limits = limits;
  }

  /** Whether the store answers; told within about a second. */
  async isHealthy(): Promise<boolean> {
    const { silence, isUnavailable } = this.#health;
    if (silence < this.#limits.fresh && !isUnavailable) return true;
    await this.#refresh();
    this.#checkSilence();
    return !this.#health.isUnavailable;
  }

  /** Another text after the data was replaced; where the store does not answer, the latest one. */
  async dataVersion(): Promise<string> {
    await this.#refresh();
    return this.#origin?.builtAt ?? '';
  }

  #checkSilence(): void {
    if (!this.#asking) return;
    const silence = Math.min(this.#health.silence, performance.now() - this.#askedAt);
    if (silence > this.#limits.silence)
      this.#health.failed(new Error(`no answer for ${this.#limits.silence} ms`));
  }

  /** Waits for an answer, or until waiting is of no use. */
  async #refresh(): Promise<void> {
    if (!this.#asking && performance.now() - this.#askedAt < this.#limits.fresh) return;
    this.#asking ??= this.#ask();
    const limit = new AbortController();
    await Promise.race([this.#asking, delay(this.#limits.wait, undefined, limit).catch(() => undefined)]);
    limit.abort();
  }

  async #ask(): Promise<void> {
    this.#askedAt = performance.now();
    try {
      this.#origin = await this.#health.observe(() => dataOrigin(this.#store.db));
    } catch (error) {
      this.#health.failed(error);
    } finally {
      this.#asking = undefined;
    }
  }
}
