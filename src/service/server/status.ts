import type { FastifyInstance } from 'fastify';
import { HEALTH_PATH, STATUS_PATH, type Status } from '#contract/status.ts';
import { queryFeedStatus } from '#service/operations/feed-status.ts';
import { queryDataOrigin, queryRatesDate, queryRowCounts } from '#service/operations/store-status.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import type { Store } from '#service/store/database.ts';
import type { StoreAccess, StoreRouteOptions } from './store-health.ts';

const CACHE_CONTROL = 'no-cache';

/**
 * Responds with 200 while the process is alive, and with the state of the store: restarting the service would not bring
 * the store back. Not rate limited: StoreProbe queries the store at most once a second.
 */
export function serveHealth(app: FastifyInstance, store: Store, { probe }: StoreAccess): void {
  app.get(HEALTH_PATH, async (_request, reply) => {
    // The reason of a condition contains a folder path, so it is only logged.
    const status = (await probe.isHealthy()) ? store.condition().state : 'unavailable';
    return reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', CACHE_CONTROL)
      .send(JSON.stringify({ status }));
  });
}

interface StatusOptions extends StoreRouteOptions {
  /** Version of Jetscope. */
  readonly version: string;
}

export function serveStatus(app: FastifyInstance, { service, access, version, admit }: StatusOptions): void {
  const { store, clock } = service;
  const counts = cacheRowCounts(() => queryRowCounts(store.db));
  app.get(STATUS_PATH, { onRequest: admit }, async (request, reply) => {
    const status = await access.run(async (): Promise<Status> => {
      const origin = await queryDataOrigin(store.db);
      const ratesDate = await queryRatesDate(store.db, clock.now());
      return {
        source: origin?.source ?? 'none',
        clock: clock.now().toISOString(),
        clockFixed: clock.fixed,
        ...(ratesDate !== undefined && { ratesDate }),
        counts: await counts(origin?.builtAt ?? ''),
        version,
        feeds: await queryFeedStatus(store.db, new Date()),
      };
    });
    return sendCacheable(request, reply, {
      type: JSON_TYPE,
      body: JSON.stringify(status),
      cacheControl: CACHE_CONTROL,
    });
  });
}

type Counts = Status['counts'];

const MIN_AGE_MS = 5000;
// Counting millions of swaps is slow: limit it to this share of the time.
const SHARE_OF_TIME = 1 / 200;
/** The embedded store would answer the other requests of a page after the count. */
const RECOUNT_DELAY_MS = 2000;

/**
 * Caches the row counts of the current data version. Counts older than a few seconds are returned, and recounted in the
 * background shortly after.
 */
export function cacheRowCounts(count: () => Promise<Counts>): (version: string) => Promise<Counts> {
  let cached: { version: string; counts: Counts; staleAt: number } | undefined;
  let running: { version: string; counting: Promise<Counts> } | undefined;

  const recount = (version: string): Promise<Counts> => {
    if (running?.version === version) return running.counting;
    const start = performance.now();
    const counting = count()
      .then((counts) => {
        const now = performance.now();
        cached = { version, counts, staleAt: now + Math.max(MIN_AGE_MS, (now - start) / SHARE_OF_TIME) };
        return counts;
      })
      .finally(() => {
        running = undefined;
      });
    running = { version, counting };
    return counting;
  };

  return async (version) => {
    if (cached?.version !== version) return recount(version);
    const current = cached;
    if (performance.now() > current.staleAt) {
      current.staleAt = Number.POSITIVE_INFINITY;
      const retry = () => {
        current.staleAt = 0;
      };
      const recountLater = () => {
        // Unless the data has been replaced and counted meanwhile.
        if (cached === current) recount(version).catch(retry);
      };
      setTimeout(recountLater, RECOUNT_DELAY_MS).unref();
    }
    return current.counts;
  };
}
