import { type DataOrigin, queryDataOrigin } from '#service/operations/store-status.ts';
import type { Store } from '#service/store/database.ts';
import type { StoreHealth } from './store-health.ts';
import { type QueryLimits, ThrottledQuery } from './throttled-query.ts';

/** Time limits in milliseconds. */
export interface ProbeLimits extends QueryLimits {
  /** Time without a response after which the store counts as unavailable. */
  readonly unresponsive: number;
}

const defaultLimits: ProbeLimits = { maxAge: 1000, wait: 1000, unresponsive: 5000 };

/** Queries the store for the origin of its data, at most once per `maxAge` for all callers. */
export class StoreProbe {
  readonly #store: Store;
  readonly #health: StoreHealth;
  readonly #limits: ProbeLimits;
  readonly #query: ThrottledQuery;
  #origin: DataOrigin | undefined;

  constructor(store: Store, health: StoreHealth, limits = defaultLimits) {
    this.#store = store;
    this.#health = health;
    this.#limits = limits;
    this.#query = new ThrottledQuery(() => this.#readOrigin(), limits);
  }

  /** Resolves to whether the store is available, within about a second. */
  async isHealthy(): Promise<boolean> {
    const { timeSinceSuccess, isUnavailable } = this.#health;
    if (timeSinceSuccess < this.#limits.maxAge && !isUnavailable) return true;
    await this.#query.refresh();
    this.#checkUnresponsive();
    return !this.#health.isUnavailable;
  }

  /** Queries the store, so that an outage is noticed without requests. */
  async refresh(): Promise<void> {
    await this.#query.refresh();
  }

  /** Resolves to an identifier that changes when the data is replaced; to the last one if the store is unavailable. */
  async dataVersion(): Promise<string> {
    await this.#query.refresh();
    return this.#origin?.builtAt ?? '';
  }

  #checkUnresponsive(): void {
    const { pendingTime } = this.#query;
    if (pendingTime === undefined) return;
    if (Math.min(this.#health.timeSinceSuccess, pendingTime) > this.#limits.unresponsive)
      this.#health.recordFailure(new Error(`no response for ${this.#limits.unresponsive} ms`));
  }

  async #readOrigin(): Promise<void> {
    try {
      this.#origin = await this.#health.observe(() => queryDataOrigin(this.#store.db));
    } catch (error) {
      this.#health.recordFailure(error);
    }
  }
}
