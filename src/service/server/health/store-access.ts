import type { FastifyBaseLogger } from 'fastify';
import { ConcurrencyLimiter, type QueueLimits } from '#service/server/concurrency-limiter.ts';
import type { Store } from '#service/store/database.ts';
import { StoreHealth, StoreProbe } from './store-health.ts';

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
