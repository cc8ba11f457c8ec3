import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, onRequestHookHandler } from 'fastify';
import type { ServiceContext } from '#service/config/context.ts';
import { type DataOrigin, queryDataOrigin } from '#service/operations/store-status.ts';
import { ConcurrencyLimiter, type QueueLimits } from '#service/server/concurrency-limiter.ts';
import type { Store } from '#service/store/database.ts';
import { isStoreUnavailable, StoreUnavailableError } from '#service/store/store-errors.ts';

/** Tracks from query results whether the store is available, and logs when that changes. */
export class StoreHealth {
  readonly #log: FastifyBaseLogger;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #unavailableSince: number | undefined;
  #isStopped = false;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  get isUnavailable(): boolean {
    return this.#unavailableSince !== undefined;
  }

  /** Milliseconds since the last successful query. */
  get timeSinceSuccess(): number {
    return performance.now() - this.#succeededAt;
  }

  /** Runs `work` on the store and records whether it succeeded. */
  async observe<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      const result = await work();
      this.#recordSuccess(start);
      return result;
    } catch (error) {
      if (isStoreUnavailable(error)) this.recordFailure(error);
      throw error;
    }
  }

  recordFailure(error: unknown): void {
    if (this.#isStopped) return;
    this.#failedAt = performance.now();
    if (this.#unavailableSince !== undefined) return;
    this.#unavailableSince = this.#failedAt;
    this.#log.error({ err: error }, 'The store is unavailable');
  }

  /** Call before the store is closed: later failures are no outage. */
  stop(): void {
    this.#isStopped = true;
  }

  #recordSuccess(start: number): void {
    this.#succeededAt = performance.now();
    // A query that started before the failure does not prove that the store is available again.
    if (this.#unavailableSince === undefined || start < this.#failedAt) return;
    const seconds = Math.round((this.#succeededAt - this.#unavailableSince) / 1000);
    this.#unavailableSince = undefined;
    this.#log.info({ seconds }, 'The store is available again');
  }
}

/** Time limits in milliseconds. */
interface ProbeLimits extends QueryLimits {
  /** Time without a response after which the store counts as unavailable. */
  readonly unresponsive: number;
}

const defaultProbeLimits: ProbeLimits = { maxAge: 1000, wait: 1000, unresponsive: 5000 };

/** Queries the store for the origin of its data, at most once per `maxAge` for all callers. */
export class StoreProbe {
  readonly #store: Store;
  readonly #health: StoreHealth;
  readonly #limits: ProbeLimits;
  readonly #query: ThrottledQuery<void>;
  #origin: DataOrigin | undefined;

  constructor(store: Store, health: StoreHealth, limits = defaultProbeLimits) {
    this.#store = store;
    this.#health = health;
    this.#limits = limits;
    this.#query = new ThrottledQuery(() => this.#readOrigin(), limits);
  }

  /** Resolves to whether the store is available, within about a second. */
  async isHealthy(): Promise<boolean> {
    const { timeSinceSuccess, isUnavailable } = this.#health;
    if (timeSinceSuccess < this.#limits.maxAge && !isUnavailable) return true;
    await this.#query.read();
    this.#checkUnresponsive();
    return !this.#health.isUnavailable;
  }

  /** Queries the store, so that an outage is noticed without requests. */
  async refresh(): Promise<void> {
    await this.#query.read();
  }

  /** Resolves to an identifier that changes when the data is replaced; to the last one if the store is unavailable. */
  async dataVersion(): Promise<string> {
    await this.#query.read();
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

const CHECK_MS = 1_000;
/** Time without a successful query after which the store is queried. */
const QUIET_MS = 5_000;

interface Log {
  warn(fields: object, message: string): void;
  info(message: string): void;
}

/**
 * Has StoreHealth notice outages without requests, and logs when the store becomes read-only and writable again. Returns
 * a function that stops both before the store is closed.
 */
export function watchStore(
  store: Pick<Store, 'condition'>,
  { health, probe }: { readonly health: StoreHealth; readonly probe: StoreProbe },
  log: Log,
): () => void {
  let isReadOnly = false;
  const check = () => {
    const condition = store.condition();
    if (condition.state === 'unavailable') {
      health.recordFailure(new StoreUnavailableError(condition.reason));
      return;
    }
    if (health.isUnavailable || health.timeSinceSuccess >= QUIET_MS) void probe.refresh();
    if (isReadOnly === (condition.state === 'read-only')) return;
    isReadOnly = !isReadOnly;
    if (condition.state === 'read-only') log.warn({ reason: condition.reason }, 'The store is read-only');
    else log.info('The store is writable again');
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => {
    clearInterval(timer);
    health.stop();
  };
}

/** Time limits in milliseconds. */
export interface QueryLimits {
  /** Maximum age of a result. */
  readonly maxAge: number;
  /** Maximum time that a caller waits. */
  readonly wait: number;
}

/** Runs a query at most once per `maxAge` for all callers, and never twice at the same time. */
export class ThrottledQuery<Result> {
  readonly #run: () => Promise<Result>;
  readonly #limits: QueryLimits;
  #startedAt = Number.NEGATIVE_INFINITY;
  #isPending = false;
  #latest: Promise<Result> | undefined;

  constructor(run: () => Promise<Result>, limits: QueryLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** How long the current query has been running, in milliseconds; undefined if none is. */
  get pendingTime(): number | undefined {
    return this.#isPending ? performance.now() - this.#startedAt : undefined;
  }

  /** Resolves to a result that is at most `maxAge` old, or to undefined after `wait`. Rejects if the query does. */
  async read(): Promise<Result | undefined> {
    const isCurrent = this.#isPending || performance.now() - this.#startedAt < this.#limits.maxAge;
    if (!this.#latest || !isCurrent) this.#latest = this.#start();
    const limit = new AbortController();
    const timeout = delay(this.#limits.wait, undefined, limit).catch(() => undefined);
    try {
      return await Promise.race([this.#latest, timeout]);
    } finally {
      limit.abort();
    }
  }

  async #start(): Promise<Result> {
    this.#startedAt = performance.now();
    this.#isPending = true;
    try {
      return await this.#run();
    } finally {
      this.#isPending = false;
    }
  }
}

// The embedded store has a single session; two further requests keep the next query ready. A server's pool has ten
// connections, which health checks and background work share.
const concurrency: Readonly<Record<Store['engine'], { readonly requests: number; readonly images: number }>> =
  {
    embedded: { requests: 3, images: 1 },
    server: { requests: 8, images: 3 },
  };

const requestLimits: QueueLimits = { maxWaiting: 1000, maxExpectedWait: 2000, maxWait: 5000 };
/** Images may wait longer, because browsers do not retry rejected ones. */
const imageLimits: QueueLimits = { maxWaiting: 1000, maxExpectedWait: 5000, maxWait: 10_000 };

/** Access to the store for requests, with limited concurrency: it keeps waits short and leaves room for health checks. */
export interface StoreAccess {
  /** Runs a request's work on the store. Rejects with an OverloadedError if the wait would be too long. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Runs the work of a rendered image. A page shows about 100 previews, so they have a lower concurrency that leaves
   * room for operations.
   */
  readonly runImage: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether requests are rejected. */
  readonly isOverloaded: () => boolean;
  readonly health: StoreHealth;
  readonly probe: StoreProbe;
}

/** What routes that read the store, other than those of operations, depend on. */
export interface StoreRouteOptions {
  readonly service: ServiceContext;
  readonly access: StoreAccess;
  /** Limits the rate of clients. */
  readonly admit: onRequestHookHandler;
}

export function createStoreAccess(store: Store, log: FastifyBaseLogger): StoreAccess {
  const { requests, images } = concurrency[store.engine];
  const health = new StoreHealth(log);
  const requestLimiter = new ConcurrencyLimiter({ ...requestLimits, concurrency: requests });
  const imageLimiter = new ConcurrencyLimiter({ ...imageLimits, concurrency: images });
  return {
    run: (work) => requestLimiter.run(() => health.observe(work)),
    isOverloaded: () => requestLimiter.isOverloaded,
    runImage: (work) => imageLimiter.run(() => requestLimiter.run(() => health.observe(work), imageLimits)),
    health,
    probe: new StoreProbe(store, health),
  };
}
