import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '#service/store/database.ts';
import { LiveSimulation } from './live-simulation.ts';

const ROUND_MS = 1_000;

export interface LiveMarket {
  /** Resolves when all time since the store's latest swaps has been simulated. Never rejects. */
  readonly caughtUp: Promise<unknown>;
  stop(): Promise<void>;
}

export interface LiveListener {
  /** Called with the IDs of the jettons that were traded in a round. */
  traded(jettonIds: readonly number[]): void;
  /** A round succeeded. */
  succeeded(): void;
  /** A round failed. The next one restarts from the state in the store. */
  failed(error: unknown): void;
}

interface MarketContext {
  readonly store: Store;
  /** With a fixed clock, the market does not trade. */
  readonly clock: { readonly fixed: boolean; readonly now: () => Date };
}

/**
 * Continues the store's simulated market every second until it is stopped or the dataset is replaced. First simulates the
 * time since the latest swaps, in batches.
 */
export function startLiveMarket({ store, clock }: MarketContext, listener: LiveListener): LiveMarket {
  const stopped = new AbortController();
  let simulation: LiveSimulation | undefined;

  /** Returns false if there is no market to simulate. */
  async function round(): Promise<boolean> {
    if (clock.fixed) return false;
    const now = Math.floor(clock.now().getTime() / 1000);
    const traded = await store.transaction(async (db) => {
      simulation ??= await LiveSimulation.open(db, now);
      return await simulation?.advance(db, now);
    });
    if (traded && traded.length > 0) listener.traded(traded);
    return traded !== undefined;
  }

  async function tryRound(): Promise<boolean> {
    try {
      const isActive = await round();
      listener.succeeded();
      return isActive;
    } catch (error) {
      // The transaction was rolled back, so the simulation may be ahead of the store.
      simulation = undefined;
      listener.failed(error);
      return true;
    }
  }

  /** Runs rounds without a pause while trades are pending. Returns false if there is no market to simulate. */
  async function catchUp(): Promise<boolean> {
    let isActive = await tryRound();
    while (isActive && simulation?.isBehind && !stopped.signal.aborted) isActive = await tryRound();
    return isActive;
  }

  async function run(caughtUp: Promise<boolean>): Promise<void> {
    let isActive = await caughtUp;
    while (isActive && !stopped.signal.aborted) {
      const started = performance.now();
      isActive = await catchUp();
      const remaining = Math.max(0, ROUND_MS - (performance.now() - started));
      await delay(remaining, undefined, { signal: stopped.signal }).catch(() => undefined);
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
