import { setTimeout as delay } from 'node:timers/promises';
import { type DataOrigin, queryDataOrigin } from '#service/queries/data-status.ts';
import type { Store } from '#service/store/store.ts';
import type { StoreHealth } from './store-health.ts';

/** Time limits in milliseconds. */
export interface ProbeLimits {
  /** Maximum age of a cached result. */
  readonly maxAge: number;
  /** Maximum time that a caller waits. */
  readonly wait: number;
  /** Time without a response after which the store counts as unavailable. */
  readonly unresponsive: number;
}

const defaultLimits: ProbeLimits = { maxAge: 1000, wait: 1000, unresponsive: 5000 };

/** Queries the store for the origin of its data, at most once per `maxAge` for all callers. */
export class StoreProbe {
  readonly #store: Store;
  readonly #health: StoreHealth;
  readonly #limits: ProbeLimits;
  #origin: DataOrigin | undefined;
  #queriedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;

  constructor(store: Store, health: StoreHealth, limits = defaultLimits) {
    this.#store = store;
    this.#health = health;
    this.#limits = limits;
  }

  /** Resolves to whether the store is available, within about a second. */
  async isHealthy(): Promise<boolean> {
    const { timeSinceSuccess, isUnavailable } = this.#health;
    if (timeSinceSuccess < this.#limits.maxAge && !isUnavailable) return true;
    await this.#refresh();
    this.#checkUnresponsive();
    return !this.#health.isUnavailable;
  }

  /** Resolves to an identifier that changes when the data is replaced; to the last one if the store is unavailable. */
  async dataVersion(): Promise<string> {
    await this.#refresh();
    return this.#origin?.builtAt ?? '';
  }

  #checkUnresponsive(): void {
    if (!this.#pending) return;
    const elapsed = Math.min(this.#health.timeSinceSuccess, performance.now() - this.#queriedAt);
    if (elapsed > this.#limits.unresponsive)
      this.#health.recordFailure(new Error(`no response for ${this.#limits.unresponsive} ms`));
  }

  /** Waits for the result of a query, at most for `wait`. */
  async #refresh(): Promise<void> {
    if (!this.#pending && performance.now() - this.#queriedAt < this.#limits.maxAge) return;
    this.#pending ??= this.#query();
    const limit = new AbortController();
    await Promise.race([this.#pending, delay(this.#limits.wait, undefined, limit).catch(() => undefined)]);
    limit.abort();
  }

  async #query(): Promise<void> {
    this.#queriedAt = performance.now();
    try {
      this.#origin = await this.#health.observe(() => queryDataOrigin(this.#store.db));
    } catch (error) {
      this.#health.recordFailure(error);
    } finally {
      this.#pending = undefined;
    }
  }
}
