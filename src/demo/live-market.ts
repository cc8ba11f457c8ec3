import type { Task, TaskListener } from '#service/config/task.ts';
import { noChanges } from '#service/market/calculate-changes.ts';
import { type OpenRound, type RoundListener, runRound } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';
import { LiveSimulation } from './live-simulation.ts';

const ROUND_MS = 1_000;

export interface LiveMarket extends Task {
  /** Resolves when all time since the store's latest swaps has been simulated. Never rejects. */
  readonly caughtUp: Promise<unknown>;
}

interface MarketContext {
  readonly store: Store;
  readonly onRound?: RoundListener | undefined;
  /** With a fixed clock, the market does not trade. */
  readonly clock: { readonly fixed: boolean; readonly now: () => Date };
}

interface LiveMarketContext extends MarketContext {
  /** Waits between rounds; longer while the market is not observed. Resolves early if `stopped` is aborted. */
  readonly pause: (milliseconds: number, stopped: AbortSignal) => Promise<void>;
}

/** Rounds of the simulated market of a store. */
class LiveRounds {
  private readonly context: MarketContext;
  private simulation: LiveSimulation | undefined;

  constructor(context: MarketContext) {
    this.context = context;
  }

  /** Simulates up to the present, in batches, until `isStopped`. Returns false if there is no market to simulate. */
  async catchUp(isStopped: () => boolean): Promise<boolean> {
    let isActive = await this.round();
    while (isActive && this.simulation?.isBehind && !isStopped()) isActive = await this.round();
    return isActive;
  }

  private async round(): Promise<boolean> {
    const { store, clock, onRound } = this.context;
    if (clock.fixed) return false;
    const now = clock.now();
    let hasMarket = true;
    try {
      const advance = async (round: OpenRound) => {
        const second = Math.floor(now.getTime() / 1000);
        this.simulation ??= await LiveSimulation.open(round.db, second);
        const swaps = await this.simulation?.advance(round.db, second);
        hasMarket = swaps !== undefined;
        if (swaps) round.add({ ...noChanges, swaps });
      };
      const outcome = await runRound(store, now, advance, onRound);
      return hasMarket && outcome !== 'empty';
    } catch (error) {
      // The transaction was rolled back, so the simulation may be ahead of the store.
      this.simulation = undefined;
      throw error;
    }
  }
}

/**
 * Simulates the time since the latest swaps of the store's simulated market, if there is one. After a long pause this only
 * stores the swaps: all values must be calculated afterwards.
 */
export async function simulatePause(context: MarketContext): Promise<void> {
  await new LiveRounds(context).catchUp(() => false);
}

/**
 * Continues the store's simulated market every second until it is stopped or the dataset is replaced. First simulates the
 * time since the latest swaps, in batches.
 */
export function startLiveMarket(context: LiveMarketContext, listener: TaskListener): LiveMarket {
  const stopped = new AbortController();
  const rounds = new LiveRounds(context);

  /** Returns false if there is no market to simulate. After a failure, the next round restarts from the store. */
  async function catchUp(): Promise<boolean> {
    try {
      const isActive = await rounds.catchUp(() => stopped.signal.aborted);
      listener.succeeded();
      return isActive;
    } catch (error) {
      listener.failed(error);
      return true;
    }
  }

  async function run(caughtUp: Promise<boolean>): Promise<void> {
    let isActive = await caughtUp;
    while (isActive && !stopped.signal.aborted) {
      await context.pause(ROUND_MS, stopped.signal);
      isActive = await catchUp();
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
