import type { RawAddress } from '#contract/address.ts';
import type { HolderKind } from '#contract/holders.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import type { NewJetton, NewPool, NewSwap } from '#service/store/rows.ts';

/** All metadata of a jetton. Replaces that of a stored jetton, except for `decimals`. */
export type JettonRecord = Omit<NewJetton, 'id'>;

/** Some metadata of a jetton. Unknown fields are undefined or missing. */
export type JettonFacts = Pick<JettonRecord, 'address'> & {
  readonly [Name in keyof JettonRecord]?: JettonRecord[Name] | undefined;
};

/**
 * What one source states about a jetton, beside its metadata. It replaces what the same source stated before; what is
 * undefined is unknown and changes nothing.
 */
export interface JettonClaims {
  readonly address: RawAddress;
  /** The kind of the feed, or a name in its records (SOURCE_ID). */
  readonly source: string;
  /** All warnings of the source. */
  readonly warnings?: readonly WarningKind[] | undefined;
  readonly multiplier?: Multiplier | undefined;
}

/**
 * The factor by which wallets multiply amounts for display: a reduced fraction of positive integers. `unknown` if the source
 * states that amounts are scaled, but not by what.
 */
export type Multiplier = { readonly numerator: bigint; readonly denominator: bigint } | 'unknown';

/** A pool. Assets are jettons or TON_ADDRESS (wrapped TON counts as TON). */
export interface PoolRecord extends Omit<NewPool, 'id' | 'type' | 'asset0' | 'asset1'> {
  readonly type?: string | undefined;
  /** The feed that the pool's swaps come from. */
  readonly feed?: string;
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
}

/** The type of a stored pool that was not known when the pool was stored. */
export interface PoolTypeRecord {
  readonly address: RawAddress;
  readonly type: string;
}

/** A swap, with addresses. `Value`: how amounts and reserves are given; by default integers in base units. */
export interface SwapRecord<Value = bigint>
  extends Omit<NewSwap, 'poolId' | 'traderId' | 'amount0' | 'amount1' | 'reserve0' | 'reserve1'> {
  readonly pool: RawAddress;
  readonly trader: RawAddress;
  readonly amount0: Value;
  readonly amount1: Value;
  readonly reserve0?: Value | undefined;
  readonly reserve1?: Value | undefined;
}

/** Reserves of a pool at a time, without a swap. `Value` as in SwapRecord. Repeated reserves keep their time. */
export interface ReservesRecord<Value = bigint> {
  readonly pool: RawAddress;
  readonly time: Date;
  /** Orders reserves and swaps of the same second. Without it, the reserves are those at the end of the second. */
  readonly lt?: bigint | undefined;
  readonly reserve0: Value;
  readonly reserve1: Value;
}

/** Units of a currency per 1 USD, valid from the start of a date (YYYY-MM-DD). */
export interface RateRecord {
  readonly code: string;
  readonly date: string;
  readonly rate: string;
}

export interface HolderRecord {
  readonly owner: RawAddress;
  /** Base units. */
  readonly balance: string;
  readonly kind?: HolderKind | undefined;
  /** Name by which the source knows the owner. */
  readonly name?: string | undefined;
}

/** The largest holders of a token: a jetton, or a pool, which issues the jetton of its LP tokens. */
export interface HolderSnapshot {
  readonly token: RawAddress;
  readonly time: Date;
  /** The kind of a feed, or a name in its records. */
  readonly source: string;
  /** Base units that exist. Undefined for the supply of the stored jetton. */
  readonly supply?: string | undefined;
  readonly holders: readonly HolderRecord[];
}

/** New data in any order. Repeating it changes nothing. */
export interface Batch {
  readonly jettons?: readonly JettonRecord[];
  /** Changes of stored jettons. `decimals` are ignored; `holdersChangedAt` only applies to a changed count. */
  readonly jettonUpdates?: readonly JettonFacts[];
  /** Their jettons are stored or in the same batch. */
  readonly pools?: readonly PoolRecord[];
  readonly poolTypes?: readonly PoolTypeRecord[];
  readonly reserves?: readonly ReservesRecord[];
  readonly swaps?: readonly SwapRecord[];
  readonly rates?: readonly RateRecord[];
  /** Snapshots that are older than the stored ones are ignored. */
  readonly holders?: readonly HolderSnapshot[];
  readonly claims?: {
    /** When they were received: changed multipliers apply from then on. */
    readonly at: Date;
    /** Those of jettons that are neither stored nor in the batch are ignored. */
    readonly records: readonly JettonClaims[];
  };
}

/** A batch refers to a pool or an asset that is not stored. None of the batch was stored. */
export class UnknownReferenceError extends Error {
  override readonly name = 'UnknownReferenceError';
}
