import { copyFormat } from './copy-text.ts';

/** A swap's columns. Amounts and reserves are integers in base units; reserves are those after the swap. */
export interface NewSwap {
  readonly poolId: number;
  readonly time: Date;
  /** Logical time, which identifies the swap in its pool. */
  readonly lt: bigint;
  readonly traderId: number;
  /** Whether the trader sold asset0 and bought asset1. */
  readonly sold0: boolean;
  readonly amount0: bigint;
  readonly amount1: bigint;
  /** Missing if it must be computed. */
  readonly volumeUsd?: string | undefined;
  readonly reserve0?: bigint | undefined;
  readonly reserve1?: bigint | undefined;
  /** Hash of the transaction, in 64 lowercase hex digits. */
  readonly txHash?: string | undefined;
}

/** A swap for COPY. `recordSwaps` finds out itself what is dust. */
export interface CopiedSwap extends NewSwap {
  readonly dust: boolean;
}

export const swapCopyFormat = copyFormat({
  pool_id: ({ poolId }: CopiedSwap) => poolId,
  time: ({ time }) => time,
  lt: ({ lt }) => lt,
  trader_id: ({ traderId }) => traderId,
  sold0: ({ sold0 }) => sold0,
  dust: ({ dust }) => dust,
  amount0: ({ amount0 }) => amount0,
  amount1: ({ amount1 }) => amount1,
  volume_usd: ({ volumeUsd }) => volumeUsd,
  reserve0: ({ reserve0 }) => reserve0,
  reserve1: ({ reserve1 }) => reserve1,
  tx_hash: ({ txHash }) => txHash && `\\x${txHash}`,
});
