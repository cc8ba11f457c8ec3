import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Service } from '#service/service.ts';
import { type Database, rows } from '#service/store/database.ts';
import { calculateJettons, calculateTraded } from './calculate.ts';
import { instant } from './scope.ts';

/** Answers follow a trade within one round and its own time: under 5 seconds. */
const ROUND_MS = 3_000;
/** Share of every round that the sweep may spend, so that requests always find the store free. */
const SWEEP_BUDGET_MS = 200;
const FIRST_SWEEP = 20;
const LARGEST_SWEEP = 2_000;

export interface Refresher {
  /** These jettons were traded: they are calculated anew in the next round. */
  traded(jettonIds: readonly number[]): void;
  stop(): Promise<void>;
}

/**
 * Keeps precomputed answers up with a clock that runs: every round the jettons that were traded since, then the
 * ones that were calculated longest ago, since windows move even where nobody trades. Several services on one store share the work.
 */
export function startRefresher(
  service: Service,
  followData: () => Promise<void>,
  onError: (error: unknown) => void,
): Refresher {
  const { store, clock } = service;
  const pending = new Set<number>();
  const stopped = new AbortController();
  let sweepSize = FIRST_SWEEP;
  let lastRound: number[] = [];

  async function round(): Promise<void> {
    const ids = [...pending];
    pending.clear();
    await followData();
    if (clock.fixed) {
      await repairLastRound();
      return;
    }
    lastRound = ids.length > 0 ? await calculateTraded(store.db, ids, clock.now()) : [];
    await sweep();
  }

  // Data with a fixed time may have come while the last round was calculated for the wall's.
  async function repairLastRound(): Promise<void> {
    if (lastRound.length > 0) await calculateJettons(store.db, lastRound, clock.now());
    lastRound = [];
  }

  async function sweep(): Promise<void> {
    const started = performance.now();
    const at = clock.now();
    const ids = await claimStalest(store.db, sweepSize, at);
    lastRound.push(...ids);
    if (ids.length > 0) await calculateJettons(store.db, ids, at);
    const took = performance.now() - started;
    const fitting = Math.round((sweepSize * SWEEP_BUDGET_MS) / took);
    sweepSize = Math.max(1, Math.min(LARGEST_SWEEP, fitting, sweepSize * 2));
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const started = performance.now();
      try {
        await round();
      } catch (error) {
        onError(error);
      }
      const took = performance.now() - started;
      // A busy machine is left to the requests for as long again.
      await delay(Math.max(ROUND_MS - took, took), undefined, { signal: stopped.signal }).catch(
        () => undefined,
      );
    }
  }

  const running = run();
  return {
    traded: (jettonIds) => {
      for (const id of jettonIds) pending.add(id);
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

// Marks them in the statement that chooses them, so that no other service chooses them too.
async function claimStalest(db: Database, size: number, at: Date): Promise<number[]> {
  const claimed = await rows<{ id: number }>(
    db,
    sql`
    update jetton_statistics set calculated_at = ${instant(at)}
    where jetton_id in (
      select jetton_id from jetton_statistics
      where calculated_at < ${instant(at)}
      order by calculated_at
      limit ${size}
      for update skip locked
    )
    returning jetton_id as id`,
  );
  return claimed.map(({ id }) => id);
}
