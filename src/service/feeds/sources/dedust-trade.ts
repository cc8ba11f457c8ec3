import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { toFields } from '#service/validation/fields.ts';
import { readAddress, readInt64, readPositiveInteger, readTimeInUtc } from '#service/validation/values.ts';
import { readTypedAsset } from './dedust-pool.ts';
import { wholeSeconds } from './whole-seconds.ts';

export interface PoolAssets {
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
}

/** Reads a trade of a pool. Throws BadValueError. */
export function readTrade(
  item: unknown,
  pool: RawAddress,
  { asset0, asset1 }: PoolAssets,
): SwapRecord<Amount> {
  const fields = toFields(item);
  const sold = readTypedAsset(fields.requiredObject('assetIn'), 'assetIn');
  const bought = readTypedAsset(fields.requiredObject('assetOut'), 'assetOut');
  const sold0 = sold === asset0 && bought === asset1;
  if (!sold0 && !(sold === asset1 && bought === asset0)) {
    throw new BadValueError('assetIn and assetOut must be the assets of the pool');
  }
  const amountIn = { baseUnits: fields.required('amountIn', readPositiveInteger) };
  const amountOut = { baseUnits: fields.required('amountOut', readPositiveInteger) };
  return {
    pool,
    trader: fields.required('sender', readAddress),
    time: readTradeTime(item),
    lt: readTradeLt(item),
    sold0,
    amount0: sold0 ? amountIn : amountOut,
    amount1: sold0 ? amountOut : amountIn,
  };
}

export function readTradeLt(item: unknown): bigint {
  return BigInt(toFields(item).required('lt', readInt64));
}

export function readTradeTime(item: unknown): Date {
  return wholeSeconds(toFields(item).required('createdAt', readTimeInUtc));
}
