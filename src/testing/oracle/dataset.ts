import type { RawAddress } from '#contract/address.ts';
import type { HolderKind } from '#contract/holders.ts';
import type { Fraction } from './fraction.ts';

export type Pair<Item> = readonly [Item, Item];

export interface Jetton {
  readonly address: RawAddress;
  readonly name: string;
  readonly symbol: string;
  readonly verification: string;
  /** Empty if revoked. */
  readonly admin?: RawAddress;
  readonly decimals: number;
  readonly totalSupply?: bigint;
  readonly circulatingSupply?: bigint;
  readonly createdAt?: number;
  readonly holdersCount?: bigint;
  readonly holdersChangedAt?: number;
}

export interface Pool {
  readonly address: RawAddress;
  readonly exchange: string;
  readonly type?: string;
  readonly createdAt?: number;
  readonly assets: Pair<RawAddress>;
  /** As reported by the pool, with the time in milliseconds. */
  readonly reported?: { readonly reserves: Pair<bigint>; readonly time: number };
}

export interface Swap {
  readonly pool: RawAddress;
  /** Milliseconds. */
  readonly time: number;
  readonly lt: bigint;
  /** Of the transaction, as 64 lowercase hex digits. */
  readonly hash?: string;
  readonly trader: RawAddress;
  /** Index of the pool's asset that the trader sold. */
  readonly sold: 0 | 1;
  readonly amounts: Pair<bigint>;
  readonly volumeUsd?: Fraction;
  readonly reserves?: Pair<bigint>;
}

/** The holders of a jetton, or of the LP tokens of a pool. */
export interface HolderSnapshot {
  /** Milliseconds. */
  readonly time: number;
  readonly supply?: bigint;
  readonly holders: readonly {
    readonly owner: RawAddress;
    readonly balance: bigint;
    readonly kind?: HolderKind;
    readonly name?: string;
  }[];
}

export interface Dataset {
  readonly jettons: ReadonlyMap<RawAddress, Jetton>;
  readonly pools: ReadonlyMap<RawAddress, Pool>;
  readonly swaps: readonly Swap[];
  /** By token. */
  readonly holders: ReadonlyMap<RawAddress, HolderSnapshot>;
  /** Rates by currency code, earliest first. */
  readonly rates: ReadonlyMap<string, readonly { readonly time: number; readonly rate: Fraction }[]>;
}
