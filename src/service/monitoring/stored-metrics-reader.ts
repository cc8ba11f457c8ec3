import { setTimeout as delay } from 'node:timers/promises';
import { queryStoredMetrics, type StoredMetrics } from '#service/operations/store-status.ts';
import type { Store } from '#service/store/database.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';

/** Time limits in milliseconds. */
export interface ReaderLimits {
  /** Maximum age of a repeated result. */
  readonly maxAge: number;
  /** Maximum time that a caller waits. */
  readonly wait: number;
}

const defaultLimits: ReaderLimits = { maxAge: 1_000, wait: 2_000 };

interface Query {
  readonly startedAt: number;
  readonly result: Promise<StoredMetrics | undefined>;
  isSettled: boolean;
}

/** Queries the store's metrics for all scrapes: one query at a time, and at most one per `maxAge`. */
export class StoredMetricsReader {
  private readonly store: Pick<Store, 'db'>;
  private readonly limits: ReaderLimits;
  private latest: Query | undefined;

  constructor(store: Pick<Store, 'db'>, limits = defaultLimits) {
    this.store = store;
    this.limits = limits;
  }

  /** Resolves to undefined if the store is unavailable or does not respond in time. Rejects with other errors. */
  async read(): Promise<StoredMetrics | undefined> {
    const { latest } = this;
    const isCurrent =
      latest && (!latest.isSettled || performance.now() - latest.startedAt < this.limits.maxAge);
    const query = isCurrent ? latest : this.start();
    const limit = new AbortController();
    const timeout = delay(this.limits.wait, undefined, { signal: limit.signal }).catch(() => undefined);
    try {
      return await Promise.race([query.result, timeout]);
    } finally {
      limit.abort();
    }
  }

  private start(): Query {
    const query: Query = { startedAt: performance.now(), isSettled: false, result: this.query() };
    const settle = () => {
      query.isSettled = true;
    };
    query.result.then(settle, settle);
    this.latest = query;
    return query;
  }

  private async query(): Promise<StoredMetrics | undefined> {
    try {
      return await queryStoredMetrics(this.store.db, new Date());
    } catch (error) {
      // Outages are logged by health checks and background work.
      if (isStoreUnavailable(error)) return undefined;
      throw error;
    }
  }
}
