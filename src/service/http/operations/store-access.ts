import type { FastifyBaseLogger } from 'fastify';
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#service/concurrency-limiter.ts';
import type { Store } from '#service/store/store.ts';
import { StoreHealth } from './store-health.ts';
import { StoreProbe } from './store-probe.ts';

// Neither takes all that the engine has: the embedded store is one session, of which two more requests keep the next
// query ready; a server's pool has ten connections, which are also those of health checks and background work.
const slots: Readonly<Record<Store['engine'], { readonly requests: number; readonly drawings: number }>> = {
  embedded: { requests: 3, drawings: 1 },
  server: { requests: 8, drawings: 3 },
};

type Patience = Omit<ConcurrencyLimits, 'concurrency'>;

const patience: Patience = { maxWaiting: 1000, maxExpectedWait: 2000, maxWait: 5000 };
/** An image may come late, and a browser does not ask again for one that was refused. */
const drawingPatience: Patience = { maxWaiting: 1000, maxExpectedWait: 5000, maxWait: 10_000 };

/** How requests reach the store: few at a time, so that none waits long and health checks wait for none. */
export interface StoreAccess {
  /** Runs a request's work on the store, or refuses it with an OverloadedError. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The same of drawings, of which a page shows a hundred: fewer at a time, so that operations come first. */
  readonly runImage: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly probe: StoreProbe;
}

export function createStoreAccess(store: Store, log: FastifyBaseLogger): StoreAccess {
  const { requests, drawings } = slots[store.engine];
  const health = new StoreHealth(log);
  const gate = new ConcurrencyLimiter({ ...patience, concurrency: requests });
  const drawingGate = new ConcurrencyLimiter({ ...drawingPatience, concurrency: drawings });
  const run: StoreAccess['run'] = (work) => gate.run(() => health.observe(work));
  return {
    run,
    runImage: (work) => drawingGate.run(() => run(work)),
    probe: new StoreProbe(store, health),
  };
}
