import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '#service/store/database.ts';
import { LiveSimulation } from './live-simulation.ts';

const ROUND_MS = 1_000;

export interface LiveMarket {
  /** When the time since the store's last swaps has been filled; never rejects. */
  readonly caughtUp: Promise<unknown>;
  stop(): Promise<void>;
}

export interface LiveListener {
  /** These jettons were traded just now. */
  traded(jettonIds: readonly number[]): void;
  /** A round succeeded. */
  succeeded(): void;
  /** A round failed; the next one starts again from what the store holds. */
  failed(error: unknown): void;
}

interface Simulated {
  readonly store: Store;
  /** `fixed`: time stands still, and the market with it. */
  readonly clock: { readonly fixed: boolean; readonly now: () => Date };
}

/**
 * Lets the store's simulated market live on, second by second, until it is stopped or its data gives way to other
 * data. After a pause the time up to now is filled first, in batches.
 */
export function startLiveMarket({ store, clock }: Simulated, listener: LiveListener): LiveMarket {
  const stopped = new AbortController();
  let market: LiveSimulation | undefined;

  /** False where there is nothing to live. */
  async function round(): Promise<boolean> {
    if (clock.fixed) return false;
    const now = Math.floor(clock.now().getTime() / 1000);
    const traded = await store.transaction(async (db) => {
      market ??= await LiveSimulation.begin(db, now);
      return await market?.live(db, now);
    });
    if (traded && traded.length > 0) listener.traded(traded);
    return traded !== undefined;
  }

  async function tryRound(): Promise<boolean> {
    try {
      const alive = await round();
      listener.succeeded();
      return alive;
    } catch (error) {
      // Its state may be ahead of the store, whose transaction was rolled back.
      market = undefined;
      listener.failed(error);
      return true;
    }
  }

  /** Rounds without a pause, as long as the market is behind; false where there is nothing to live. */
  async function catchUp(): Promise<boolean> {
    let alive = await tryRound();
    while (alive && market?.behind && !stopped.signal.aborted) alive = await tryRound();
    return alive;
  }

  async function run(caughtUp: Promise<boolean>): Promise<void> {
    let alive = await caughtUp;
    while (alive && !stopped.signal.aborted) {
      const started = performance.now();
      alive = await catchUp();
      const left = Math.max(0, ROUND_MS - (performance.now() - started));
      await delay(left, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  const caughtUp = catchUp();
  const running = run(caughtUp);
  return {
    caughtUp,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
