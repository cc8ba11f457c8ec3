import { setTimeout as delay } from 'node:timers/promises';
import type { ContradictionError, SourceError } from '#service/feeds/client/source.ts';
import { type Lease, requireLease } from '#service/feeds/ledger/lease.ts';
import { type OpenRound, type RoundListener, runRound } from '#service/market/round.ts';
import type { Database, Store } from '#service/store/database.ts';

export interface FeedContext {
  readonly store: Store;
  readonly lease: Lease;
  /** The wall clock. */
  readonly now: () => Date;
  /** T of the computed values: the wall clock, or a fixed time. */
  readonly clock: { now(): Date };
  readonly onRound?: RoundListener | undefined;
  /**
   * Called when the source fails, with the milliseconds to the next attempt, and whether only a part of it failed, so
   * that others may respond meanwhile.
   */
  readonly onFailure?:
    | ((error: SourceError | ContradictionError, wait: number, isPartial?: boolean) => void)
    | undefined;
  /** Called after each step: records that the source works again. */
  readonly recordRecovery?: (() => Promise<void>) | undefined;
}

/** Runs a transaction while the lease of the feed is held. Throws LeaseLostError. */
export function withLease(
  { store, lease }: FeedContext,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  return store.transaction(async (db) => {
    await requireLease(db, lease);
    await work(db);
  });
}

const BUSY_MS = 100;

/**
 * Runs a round that stores data of a feed, while its lease is held. Waits while the data is being calculated or replaced;
 * rejects if `signal` is aborted meanwhile. Throws LeaseLostError.
 */
export async function inRound(
  { store, lease, clock, onRound }: FeedContext,
  work: (round: OpenRound) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const workWithLease = async (round: OpenRound) => {
    await requireLease(round.db, lease);
    await work(round);
  };
  for (;;) {
    const outcome = await runRound(store, clock.now(), workWithLease, onRound);
    if (outcome === 'done' || outcome === 'stale') return;
    await delay(BUSY_MS, undefined, { signal });
  }
}
