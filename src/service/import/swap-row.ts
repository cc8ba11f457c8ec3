import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { copyLine } from '#service/store/copy-text.ts';
import { BadValue } from './bad-rows.ts';
import { type Pool, TON_ID } from './pool-row.ts';
import {
  readAddress,
  readAsset,
  readDecimal,
  readInt64,
  readInteger,
  readPositiveInteger,
  readUnixSeconds,
} from './values.ts';

export const requiredSwapColumns = [
  'pool_address',
  'event_time',
  'lt',
  'trader_address',
  'token_sold_address',
  'token_bought_address',
  'amount_sold_raw',
  'amount_bought_raw',
] as const;
export const optionalSwapColumns = ['volume_usd', 'volume_ton', 'reserve0_raw', 'reserve1_raw'] as const;

/** Columns of the table that swaps wait in; `row` is their order in the file. */
export const stagedColumns = [
  'row',
  'pool_id',
  'time',
  'lt',
  'trader',
  'sold0',
  'dust',
  'amount0',
  'amount1',
  'volume_usd',
  'reserve0',
  'reserve1',
] as const;

/** A swap with either raw amount under 1,000 gives no price. */
const PRICE_DIGITS = 4;

/** Reads rows of swaps.csv against the pools and jettons that are known. */
export class SwapReader {
  private readonly pools: ReadonlyMap<RawAddress, Pool>;
  private readonly jettonIds: ReadonlyMap<RawAddress, number>;

  constructor(pools: ReadonlyMap<RawAddress, Pool>, jettonIds: ReadonlyMap<RawAddress, number>) {
    this.pools = pools;
    this.jettonIds = jettonIds;
  }

  /** One line of COPY into `stagedColumns`; cells come in the order of the columns above. */
  line(row: number, cells: readonly string[]): string {
    const [poolText = '', time = '', lt = '', trader = '', soldText = '', boughtText = ''] = cells;
    const [sold = '', bought = '', volumeUsd = '', volumeTon = '', reserve0 = '', reserve1 = ''] =
      cells.slice(6);
    const pool = this.readPool(poolText);
    const sold0 = this.sellsAsset0(pool, soldText, boughtText);
    const gave = readPositiveInteger('amount_sold_raw', sold);
    const got = readPositiveInteger('amount_bought_raw', bought);
    ifKnown('volume_ton', volumeTon, readDecimal);
    return copyLine([
      row,
      pool.id,
      readUnixSeconds('event_time', time),
      readInt64('lt', lt),
      readAddress('trader_address', trader),
      sold0,
      gave.length < PRICE_DIGITS || got.length < PRICE_DIGITS,
      ...(sold0 ? [gave, got] : [got, gave]),
      ifKnown('volume_usd', volumeUsd, readDecimal),
      ifKnown('reserve0_raw', reserve0, readInteger),
      ifKnown('reserve1_raw', reserve1, readInteger),
    ]);
  }

  private readPool(text: string): Pool {
    const pool = this.pools.get(readAddress('pool_address', text));
    if (!pool) throw new BadValue('pool_address is not in pools.json', text);
    return pool;
  }

  private sellsAsset0(pool: Pool, soldText: string, boughtText: string): boolean {
    const sold = this.assetId('token_sold_address', soldText);
    const bought = this.assetId('token_bought_address', boughtText);
    if (sold !== pool.asset0 && sold !== pool.asset1) {
      throw new BadValue('token_sold_address is not an asset of the pool', soldText);
    }
    if (bought !== pool.asset0 && bought !== pool.asset1) {
      throw new BadValue('token_bought_address is not an asset of the pool', boughtText);
    }
    if (bought === sold) throw new BadValue('token_bought_address is token_sold_address', boughtText);
    return sold === pool.asset0;
  }

  private assetId(name: string, text: string): number | undefined {
    const address = readAsset(name, text);
    return address === TON_ADDRESS ? TON_ID : this.jettonIds.get(address);
  }
}

function ifKnown<Value>(
  name: string,
  cell: string,
  read: (name: string, text: string) => Value,
): Value | undefined {
  return cell.trim() === '' ? undefined : read(name, cell);
}
