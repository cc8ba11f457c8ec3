import { sql } from 'drizzle-orm';
import type { Clock } from '#service/config/context.ts';
import { pause, startTask, type Task, type TaskListener } from '#service/config/task.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import type { Dataset } from '#service/store/dataset.ts';
import { calculationHash } from './calculate.ts';
import { isOutdatedCalculation } from './calculation-version.ts';
import { isOutOfReach, type RoundListener, runRound } from './round.ts';

/** All values are at most this old, plus the duration of a round. */
const ROUND_MS = 3_000;
/** Timers may be this early. */
const TOLERANCE_MS = 50;
/** Delay after a first failure, which is often a timeout of a lost connection: the next round uses a new one. */
const RETRY_MS = 1_000;

interface RefreshContext {
  readonly onRound?: RoundListener | undefined;
  readonly store: Store;
  readonly clock: Clock;
  /** Runs before every round to detect replaced data. */
  readonly refreshClock: () => Promise<void>;
  /** Calculates everything, after a long pause or if stored values are no longer valid. */
  readonly recalculate: () => Promise<void>;
  /** Waits between rounds; longer while no requests arrive. Resolves early if `stopped` is aborted. */
  readonly pause: (milliseconds: number, stopped: AbortSignal) => Promise<void>;
}

/**
 * Keeps all values up to date while the clock is running, because windows move even without trades. Several services on
 * one store share the work: a round waits until T is old, which new trades also move.
 */
export function startRefresher(context: RefreshContext, listener: TaskListener): Task {
  const { store, clock, refreshClock, recalculate } = context;
  let failing = false;

  /** Runs a round if one is due. Returns the milliseconds until the next one is. */
  async function round(): Promise<number> {
    const started = performance.now();
    await refreshClock();
    const now = clock.now();
    const { calculatedAt, isStale } = await queryState(store.db);
    // Feeds may have stored data that changes the values at a fixed time.
    if (isStale) await recalculate();
    else if (!clock.fixed) {
      const age = now.getTime() - calculatedAt.getTime();
      const isDue = age >= ROUND_MS - TOLERANCE_MS || isOutOfReach(now, calculatedAt);
      if (!isDue) return ROUND_MS - Math.max(0, age);
      if ((await runRound(store, now, undefined, context.onRound)) === 'stale') await recalculate();
    }
    const duration = performance.now() - started;
    // On a slow machine, leave at least half of the time to requests.
    return Math.max(ROUND_MS - duration, duration);
  }

  /** Returns the milliseconds until the next round. */
  async function tryRound(): Promise<number> {
    try {
      const wait = await round();
      failing = false;
      listener.succeeded();
      return wait;
    } catch (error) {
      listener.failed(error);
      const isFirst = !failing;
      failing = true;
      return isFirst ? RETRY_MS : ROUND_MS;
    }
  }

  return startTask(async (stopped) => {
    while (!stopped.aborted) {
      const wait = await tryRound();
      // A store that fails must be found to work again also while idle.
      await (failing ? pause : context.pause)(wait, stopped);
    }
  });
}

interface StoredState extends Pick<Dataset, 'calculationVersion' | 'calculationHashes'> {
  readonly at: string | null;
  readonly isStale: boolean;
}

async function queryState(db: Database) {
  const [row] = await rows<StoredState>(
    db,
    sql`select iso(calculated_at) as at, is_stale as "isStale", calculation_version as "calculationVersion",
      calculation_hashes as "calculationHashes" from dataset`,
  );
  return {
    calculatedAt: new Date(row?.at ?? 0),
    // A service of an older version may have calculated everything since this one started.
    isStale: row ? row.isStale || isOutdatedCalculation(row, await calculationHash()) : false,
  };
}
