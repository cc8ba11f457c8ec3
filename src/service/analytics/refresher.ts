import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Service } from '#service/service.ts';
import { type Database, rows } from '#service/store/database.ts';
import { calculateJettons, calculateTraded } from './calculate.ts';
import { timestamptz } from './scope.ts';

/** Answers follow a trade within one round and its own time: under 5 seconds. */
const ROUND_MS = 3_000;
/** After the first failure in a row: it may have spent a time-out on a lost connection, and the next one works. */
const RETRY_MS = 1_000;
/** Share of every round that the sweep may spend, so that requests always find the store free. */
const SWEEP_BUDGET_MS = 200;
const FIRST_SWEEP = 20;
const LARGEST_SWEEP = 2_000;

export interface Refresher {
  /** Calculates these jettons in the next round, or in a later one while rounds fail. */
  markTraded(jettonIds: readonly number[]): void;
  stop(): Promise<void>;
}

export interface RefresherListener {
  /** A round succeeded. */
  succeeded(): void;
  /** A round failed; the next one calculates what this one could not. */
  failed(error: unknown): void;
}

/**
 * Keeps precomputed answers up to date with a running clock: each round calculates the jettons traded since the last
 * one, then those calculated longest ago, as time windows move even without trades. Several services on one store
 * share the work.
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
  let sweepSize = FIRST_SWEEP;
  let lastRound: number[] = [];
  /** Claimed by a sweep that failed: no other service calculates them. */
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
      // A jetton that fails in every round must not keep the others from being calculated.
      await sweep();
    }
  }

  async function calculatePending(): Promise<void> {
    const ids = [...pending];
    if (ids.length === 0) return;
    // Before the calculation: a trade during it must be calculated again.
    pending.clear();
    try {
      lastRound.push(...(await calculateTraded(store.db, ids, clock.now())));
    } catch (error) {
      lastRound.push(...ids);
      for (const id of ids) pending.add(id);
      throw error;
    }
  }

  // Data with a fixed time may have come while the last round was calculated for the wall's.
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
      // Once: those that fail again wait for their next turn.
      if (retried.length === 0) unfinished = ids;
      throw error;
    }
    const took = performance.now() - started;
    const fitting = Math.round((sweepSize * SWEEP_BUDGET_MS) / took);
    sweepSize = Math.max(1, Math.min(LARGEST_SWEEP, fitting, sweepSize * 2));
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const pause = await tryRound();
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  /** Milliseconds until the next round. */
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
    // Leaves a busy machine to the requests for as long again.
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

// Marks them in the statement that chooses them, so that no other service chooses them too.
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
