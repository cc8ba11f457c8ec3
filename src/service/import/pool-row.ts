import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import type { NewPool } from '#service/store/pool-row.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import type { Fields } from '#service/validation/fields.ts';
import { readAddress, readAsset, readInteger, readTime } from '#service/validation/values.ts';

/** A jetton or TON, as an asset of pools and swaps. */
export interface Asset {
  /** 0 for TON, `jetton.id` (1 or higher) for jettons. */
  readonly id: number;
  readonly decimals: number;
}

export const TON: Asset = { id: 0, decimals: 9 };

export interface Pool {
  readonly id: number;
  readonly asset0: Asset;
  readonly asset1: Asset;
}

export function readPoolAddress(fields: Fields): RawAddress {
  return fields.required('address', readAddress);
}

export function readPool(id: number, fields: Fields, jettons: ReadonlyMap<RawAddress, Asset>): Pool {
  const readPoolAsset = (name: string) => {
    const address = fields.required(name, readAsset);
    const asset = address === TON_ADDRESS ? TON : jettons.get(address);
    if (asset === undefined) throw new BadValueError(`${name} is not in jettons.json`, address);
    return asset;
  };
  const pool = { id, asset0: readPoolAsset('asset0'), asset1: readPoolAsset('asset1') };
  if (pool.asset0 === pool.asset1) throw new BadValueError('asset1 must differ from asset0');
  return pool;
}

/** Reads all columns of a pool. */
export function readNewPool(
  address: RawAddress,
  pool: Pool,
  fields: Fields,
  exchanges: readonly string[],
): NewPool {
  const readExchange = (name: string, text: string) => {
    if (!exchanges.includes(text))
      throw new BadValueError(`${name} must be one of ${exchanges.join(', ')}`, text);
    return text;
  };
  return {
    id: pool.id,
    address,
    exchange: fields.required('exchange', readExchange),
    asset0: pool.asset0.id,
    asset1: pool.asset1.id,
    type: fields.text('type') ?? DEFAULT_MARKET_TYPE,
    createdAt: fields.optional('createdAt', readTime),
    reserve0: fields.optional('reserve0', readInteger),
    reserve1: fields.optional('reserve1', readInteger),
    reservesAt: fields.optional('reservesAt', readTime),
  };
}
