import { setTimeout as delay } from 'node:timers/promises';
import { DATA_SCHEMA, type Store, StoreInUseError } from './database.ts';
import { isStoreUnavailable } from './store-errors.ts';

const INTERVAL_MS = 60_000;

export interface PeriodicVacuum {
  stop(): Promise<void>;
}

/**
 * Vacuums an embedded store once a minute, because PGlite has no autovacuum. Live statistics update jettons, with 30
 * index entries each, many times a minute; without vacuum the store would grow by gigabytes a day. Does nothing on a
 * server.
 */
export function startPeriodicVacuum(
  store: Store,
  onError: (error: unknown) => void,
  interval = INTERVAL_MS,
): PeriodicVacuum {
  const stopped = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await delay(interval, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await store.withExclusiveSession(DATA_SCHEMA, ({ vacuum }) => vacuum()).catch(report);
    }
  }

  function report(error: unknown): void {
    // Replaced data is vacuumed by the import; outages are reported elsewhere.
    if (!(error instanceof StoreInUseError) && !isStoreUnavailable(error)) onError(error);
  }

  const running = store.engine === 'embedded' ? run() : Promise.resolve();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
