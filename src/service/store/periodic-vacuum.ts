import { setTimeout as delay } from 'node:timers/promises';
import { DATA_SCHEMA, type Store, StoreInUseError } from './database.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

const INTERVAL_MS = 60_000;

export interface PeriodicVacuum {
  stop(): Promise<void>;
}

/**
 * PGlite has no autovacuum. Statistics that follow the market write a new version of a jetton, and of its 30 index
 * entries, many times a minute: without this the store would grow by gigabytes a day. A server sees to itself.
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
    // Data that is being replaced comes tidy, and an outage is reported by those who notice it first.
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
