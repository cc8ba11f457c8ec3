import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
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

/** Columns of the table that swaps wait in; `row` is their order in the file, `time` in Unix seconds. */
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

/** COPY's mark. */
const NULL = '\\N';

/** Reads rows of swaps.csv against the pools and jettons that are known. */
export class SwapReader {
  private readonly poolOf: (text: string) => Pool;
  private readonly soldOf: (text: string) => number | undefined;
  private readonly boughtOf: (text: string) => number | undefined;

  constructor(pools: ReadonlyMap<RawAddress, Pool>, jettonIds: ReadonlyMap<RawAddress, number>) {
    this.poolOf = remembering((text) => {
      const pool = pools.get(readAddress('pool_address', text));
      if (!pool) throw new BadValue('pool_address is not in pools.json', text);
      return pool;
    });
    const assetIn = (column: string) =>
      remembering((text) => {
        const address = readAsset(column, text);
        return address === TON_ADDRESS ? TON_ID : jettonIds.get(address);
      });
    this.soldOf = assetIn('token_sold_address');
    this.boughtOf = assetIn('token_bought_address');
  }

  /** One line of COPY into `stagedColumns`; cells come in the order of the columns above. */
  line(row: number, cells: readonly string[]): string {
    const [poolText = '', time = '', lt = '', trader = '', soldText = '', boughtText = ''] = cells;
    const [sold = '', bought = '', volumeUsd = '', volumeTon = '', reserve0 = '', reserve1 = ''] =
      cells.slice(6);
    const pool = this.poolOf(poolText);
    const sold0 = this.sellsAsset0(pool, soldText, boughtText);
    const gave = readPositiveInteger('amount_sold_raw', sold);
    const got = readPositiveInteger('amount_bought_raw', bought);
    ifKnown('volume_ton', volumeTon, readDecimal);
    const values = [
      row,
      pool.id,
      readUnixSeconds('event_time', time),
      readInt64('lt', lt),
      readAddress('trader_address', trader),
      sold0,
      gave.length < PRICE_DIGITS || got.length < PRICE_DIGITS,
      sold0 ? gave : got,
      sold0 ? got : gave,
      ifKnown('volume_usd', volumeUsd, readDecimal),
      ifKnown('reserve0_raw', reserve0, readInteger),
      ifKnown('reserve1_raw', reserve1, readInteger),
    ];
    // None of these holds a character that COPY takes for its own.
    return `${values.join('\t')}\n`;
  }

  private sellsAsset0(pool: Pool, soldText: string, boughtText: string): boolean {
    const sold = this.soldOf(soldText);
    const bought = this.boughtOf(boughtText);
    if (sold !== pool.asset0 && sold !== pool.asset1) {
      throw new BadValue('token_sold_address is not an asset of the pool', soldText);
    }
    if (bought !== pool.asset0 && bought !== pool.asset1) {
      throw new BadValue('token_bought_address is not an asset of the pool', boughtText);
    }
    if (bought === sold) throw new BadValue('token_bought_address is token_sold_address', boughtText);
    return sold === pool.asset0;
  }
}

function ifKnown(name: string, cell: string, read: (name: string, text: string) => string): string {
  return cell === '' || cell.trim() === '' ? NULL : read(name, cell);
}

const REMEMBERED = 100_000;

/** The same few thousand texts come millions of times. */
function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, value);
    return value;
  };
}
