import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Service } from '#service/service.ts';
import { type Database, rows } from '#service/store/database.ts';
import { calculateJettons, calculateTraded } from './calculate.ts';
import { timestamptz } from './scope.ts';

/** Statistics are up to date within this plus the duration of a round after a trade: under 5 seconds. */
const ROUND_MS = 3_000;
/** Delay after a first failure, which is often a timeout of a lost connection: the next round uses a new one. */
const RETRY_MS = 1_000;
/** Time per round for recalculating jettons without trades. Keeps the store available for requests. */
const SWEEP_BUDGET_MS = 200;
const INITIAL_SWEEP_SIZE = 20;
const MAX_SWEEP_SIZE = 2_000;

export interface Refresher {
  /** Schedules traded jettons for the next round. Retries in later rounds after failures. */
  markTraded(jettonIds: readonly number[]): void;
  stop(): Promise<void>;
}

export interface RefresherListener {
  /** A round succeeded. */
  succeeded(): void;
  /** A round failed; the next one retries. */
  failed(error: unknown): void;
}

/**
 * Keeps statistics up to date while the clock is running. Each round calculates the jettons traded since the previous
 * one, then those calculated least recently, because time windows move even without trades. Several services on one
 * store share the work. `refreshClock` runs before every round to detect replaced data.
 */
export function startRefresher(
  service: Service,
  refreshClock: () => Promise<void>,
  listener: RefresherListener,
): Refresher {
  const { store, clock } = service;
  const pending = new Set<number>();
  const stopped = new AbortController();
  let failing = false;
  let sweepSize = INITIAL_SWEEP_SIZE;
  let lastRound: number[] = [];
  /** Claimed by a failed sweep, so that no other service calculates them. */
  let unfinished: number[] = [];

  async function round(): Promise<void> {
    await refreshClock();
    if (clock.fixed) {
      pending.clear();
      await repairLastRound();
      return;
    }
    lastRound = [];
    try {
      await calculatePending();
    } finally {
      // Sweep even after a failure, so that one failing jetton does not block all others.
      await sweep();
    }
  }

  async function calculatePending(): Promise<void> {
    const ids = [...pending];
    if (ids.length === 0) return;
    // Clear before the calculation: jettons traded during it must be calculated again.
    pending.clear();
    try {
      lastRound.push(...(await calculateTraded(store.db, ids, clock.now())));
    } catch (error) {
      lastRound.push(...ids);
      for (const id of ids) pending.add(id);
      throw error;
    }
  }

  // Data with a fixed clock may have been imported during the last round, which used the wall clock.
  async function repairLastRound(): Promise<void> {
    if (lastRound.length > 0) await calculateJettons(store.db, lastRound, clock.now());
    lastRound = [];
  }

  async function sweep(): Promise<void> {
    const started = performance.now();
    const at = clock.now();
    const retried = unfinished;
    unfinished = [];
    const ids = retried.length > 0 ? retried : await claimLeastRecentlyCalculated(store.db, sweepSize, at);
    lastRound.push(...ids);
    try {
      if (ids.length > 0) await calculateJettons(store.db, ids, at);
    } catch (error) {
      // Retry once; after another failure they wait for their next regular turn.
      if (retried.length === 0) unfinished = ids;
      throw error;
    }
    const took = performance.now() - started;
    const fitting = Math.round((sweepSize * SWEEP_BUDGET_MS) / took);
    sweepSize = Math.max(1, Math.min(MAX_SWEEP_SIZE, fitting, sweepSize * 2));
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const pause = await tryRound();
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  /** Returns the milliseconds until the next round. */
  async function tryRound(): Promise<number> {
    const started = performance.now();
    try {
      await round();
      failing = false;
      listener.succeeded();
    } catch (error) {
      listener.failed(error);
      if (!failing) {
        failing = true;
        return RETRY_MS;
      }
    }
    const took = performance.now() - started;
    // On a slow machine, leave at least half of the time to requests.
    return Math.max(ROUND_MS - took, took);
  }

  const running = run();
  return {
    markTraded: (jettonIds) => {
      for (const id of jettonIds) pending.add(id);
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

// Selects and updates in one statement, so that several services never claim the same jettons.
async function claimLeastRecentlyCalculated(db: Database, size: number, at: Date): Promise<number[]> {
  const claimed = await rows<{ id: number }>(
    db,
    sql`
    update jetton_statistics set calculated_at = ${timestamptz(at)}
    where jetton_id in (
      select jetton_id from jetton_statistics
      where calculated_at < ${timestamptz(at)}
      order by calculated_at
      limit ${size}
      for update skip locked
    )
    returning jetton_id as id`,
  );
  return claimed.map(({ id }) => id);
}
