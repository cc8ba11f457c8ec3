import type { RawAddress } from '#contract/address.ts';
import type { NewJetton } from '#service/store/jetton-row.ts';
import type { NewPool } from '#service/store/pool-row.ts';
import type { NewSwap } from './record-swaps.ts';

/** All metadata of a jetton. Replaces that of a stored jetton, except for `decimals`. */
export type JettonRecord = Omit<NewJetton, 'id'>;

/** Some metadata of a stored jetton. Missing fields are unchanged; `holdersChangedAt` only applies to a changed count. */
export type JettonUpdate = Pick<JettonRecord, 'address'> &
  Partial<Omit<JettonRecord, 'address' | 'decimals'>>;

/** A new pool. Assets are TON_ADDRESS or jettons that are stored or in the same batch. */
export interface PoolRecord extends Omit<NewPool, 'id' | 'asset0' | 'asset1'> {
  /** The feed that the pool's swaps come from. */
  readonly feed?: string;
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
}

/** Reserves of a pool at a time, without a swap. Integers in base units. Repeated reserves keep their time. */
export interface ReservesRecord {
  readonly pool: RawAddress;
  readonly reserve0: string;
  readonly reserve1: string;
  readonly time: Date;
}

export interface SwapRecord extends Omit<NewSwap, 'poolId' | 'traderId'> {
  readonly pool: RawAddress;
  readonly trader: RawAddress;
}

/** Units of a currency per 1 USD, valid from the start of a date (YYYY-MM-DD). */
export interface RateRecord {
  readonly code: string;
  readonly date: string;
  readonly rate: string;
}

/** New data in any order. Repeating it changes nothing. */
export interface Batch {
  readonly jettons?: readonly JettonRecord[];
  readonly jettonUpdates?: readonly JettonUpdate[];
  readonly pools?: readonly PoolRecord[];
  readonly reserves?: readonly ReservesRecord[];
  readonly swaps?: readonly SwapRecord[];
  readonly rates?: readonly RateRecord[];
}

/** A batch refers to a pool or an asset that is not stored. None of the batch was stored. */
export class UnknownReferenceError extends Error {
  override readonly name = 'UnknownReferenceError';
}
