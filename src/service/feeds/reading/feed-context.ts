import type { Lease } from '#service/feeds/ledger/lease.ts';
import type { RoundListener } from '#service/market/round.ts';
import type { Store } from '#service/store/database.ts';

export interface FeedContext {
  readonly store: Store;
  readonly lease: Lease;
  /** The wall clock. */
  readonly now: () => Date;
  /** T of the computed values: the wall clock, or a fixed time. */
  readonly clock: { now(): Date };
  readonly onRound?: RoundListener | undefined;
}
