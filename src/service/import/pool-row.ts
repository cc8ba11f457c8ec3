import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import type { GivenPool } from '#service/store/given-pool.ts';
import { BadValue } from './bad-rows.ts';
import type { Fields } from './fields.ts';
import { readAddress, readAsset, readInteger, readTime } from './values.ts';

/** TON's number among the assets; jettons have theirs from 1 up. */
export const TON_ID = 0;

export interface Pool {
  readonly id: number;
  readonly asset0: number;
  readonly asset1: number;
}

export function readPoolAddress(fields: Fields): RawAddress {
  return fields.required('address', readAddress);
}

export function readPool(id: number, fields: Fields, jettonIds: ReadonlyMap<RawAddress, number>): Pool {
  const assetId = (name: string) => {
    const address = fields.required(name, readAsset);
    const known = address === TON_ADDRESS ? TON_ID : jettonIds.get(address);
    if (known === undefined) throw new BadValue(`${name} is not in jettons.json`, address);
    return known;
  };
  const pool = { id, asset0: assetId('asset0'), asset1: assetId('asset1') };
  if (pool.asset0 === pool.asset1) throw new BadValue('asset1 is asset0');
  return pool;
}

/** Everything of a pool. */
export function readGivenPool(
  address: RawAddress,
  pool: Pool,
  fields: Fields,
  exchanges: readonly string[],
): GivenPool {
  const readExchange = (name: string, text: string) => {
    if (!exchanges.includes(text)) throw new BadValue(`${name} is not one of ${exchanges.join(', ')}`, text);
    return text;
  };
  return {
    ...pool,
    address,
    exchange: fields.required('exchange', readExchange),
    type: fields.text('type') ?? DEFAULT_MARKET_TYPE,
    createdAt: fields.optional('createdAt', readTime),
    reserve0: fields.optional('reserve0', readInteger),
    reserve1: fields.optional('reserve1', readInteger),
    reservesAt: fields.optional('reservesAt', readTime),
  };
}
