import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DUST_LIMIT_DIGITS } from '#contract/dust.ts';
import { BadValue } from '#service/import/bad-rows.ts';
import { CellBytes } from '#service/import/csv/cell-bytes.ts';
import type { CsvRows } from '#service/import/csv/csv-rows.ts';
import { MAX_ORDERS_OF_MAGNITUDE } from '#service/import/limits.ts';
import { type Asset, type Pool, TON } from '#service/import/pool-row.ts';
import { WRAPPED_TON } from '#service/import/values.ts';
import { AddressKey } from './address-key.ts';
import { AddressNumbers } from './address-numbers.ts';
import { CopyRows } from './copy-rows.ts';
import { SwapCells } from './swap-cells.ts';

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

const columns = [...requiredSwapColumns, ...optionalSwapColumns];
const indexOf = (name: (typeof columns)[number]) => columns.indexOf(name);
const POOL = indexOf('pool_address');
const TIME = indexOf('event_time');
const LT = indexOf('lt');
const TRADER = indexOf('trader_address');
const SOLD_TOKEN = indexOf('token_sold_address');
const BOUGHT_TOKEN = indexOf('token_bought_address');
const SOLD = indexOf('amount_sold_raw');
const BOUGHT = indexOf('amount_bought_raw');
const VOLUME_USD = indexOf('volume_usd');
const VOLUME_TON = indexOf('volume_ton');
const RESERVE0 = indexOf('reserve0_raw');
const RESERVE1 = indexOf('reserve1_raw');

/**
 * Columns of the staging table: `row` is the order in the file, `time` in Unix seconds. A trader has a number or, past
 * those in memory, an address.
 */
export const stagedColumns = [
  'row',
  'pool_id',
  'time',
  'lt',
  'sold0',
  'dust',
  'amount0',
  'amount1',
  'volume_usd',
  'reserve0',
  'reserve1',
  'trader_id',
  'trader',
] as const;

/** Traders that are numbered in memory, of which they take up to 80 MB. */
const TRADERS_IN_MEMORY = 1_000_000;

/** Writes rows of swaps.csv as rows of `stagedColumns`. */
export class SwapReader {
  private readonly cells = new SwapCells(columns);
  private readonly out = new CopyRows();
  private readonly pools: readonly Pool[];
  private readonly poolIndexes: AddressNumbers;
  private readonly assetIds: AddressNumbers;
  private readonly traders = new AddressNumbers();
  private readonly maxTraders: number;
  private readonly key = new AddressKey();
  private readonly sold = new CellBytes();
  private readonly bought = new CellBytes();

  constructor(
    pools: ReadonlyMap<RawAddress, Pool>,
    jettons: ReadonlyMap<RawAddress, Asset>,
    maxTraders = TRADERS_IN_MEMORY,
  ) {
    this.pools = Array.from(pools.values());
    this.poolIndexes = numbered(Array.from(pools.keys(), (address, index) => [address, index]));
    this.assetIds = numbered([
      ...Array.from(jettons, ([address, { id }]) => [address, id] as const),
      ...[TON_ADDRESS, ...WRAPPED_TON].map((address) => [address, TON.id] as const),
    ]);
    this.maxTraders = maxTraders;
  }

  /** Traders that have a number, from 1 on. */
  get traderCount(): number {
    return this.traders.size;
  }

  /** Every row since the last call. */
  take(): string {
    return this.out.take();
  }

  /** Adds the current row, or throws a BadValue. */
  add(row: number, rows: CsvRows): void {
    const { cells, out, sold, bought } = this;
    rows.requireCells();
    out.begin();
    const pool = this.poolOf(rows);
    const sold0 = this.sellsAsset0(pool, rows);
    cells.amount(rows, SOLD, sold);
    cells.amount(rows, BOUGHT, bought);
    const dust = sold.length < DUST_LIMIT_DIGITS || bought.length < DUST_LIMIT_DIGITS;
    const soldOrders = ordersOf('amount_sold_raw', sold, sold0 ? pool.asset0 : pool.asset1);
    const boughtOrders = ordersOf('amount_bought_raw', bought, sold0 ? pool.asset1 : pool.asset0);
    if (!dust) requireSupportedPrice(soldOrders, boughtOrders);
    out.number(row);
    out.number(pool.id);
    cells.writeUnixSeconds(rows, TIME, out);
    cells.writeInt64(rows, LT, out);
    out.flag(sold0);
    out.flag(dust);
    (sold0 ? sold : bought).writeTo(out);
    (sold0 ? bought : sold).writeTo(out);
    cells.writeDecimal(rows, VOLUME_USD, out);
    cells.requireDecimal(rows, VOLUME_TON);
    cells.writeInteger(rows, RESERVE0, out);
    cells.writeInteger(rows, RESERVE1, out);
    // Last, so that only traders of good rows get a number.
    this.writeTrader(rows);
    out.finish();
  }

  private poolOf(rows: CsvRows): Pool {
    this.cells.address(rows, POOL, this.key);
    const pool = this.pools[this.poolIndexes.get(this.key)];
    if (!pool) throw new BadValue('pool_address is not in pools.json', rows.text(POOL));
    return pool;
  }

  private sellsAsset0({ asset0, asset1 }: Pool, rows: CsvRows): boolean {
    const sold = this.assetOf(rows, SOLD_TOKEN);
    const bought = this.assetOf(rows, BOUGHT_TOKEN);
    if (sold !== asset0.id && sold !== asset1.id) {
      throw new BadValue('token_sold_address is not an asset of the pool', rows.text(SOLD_TOKEN));
    }
    if (bought !== asset0.id && bought !== asset1.id) {
      throw new BadValue('token_bought_address is not an asset of the pool', rows.text(BOUGHT_TOKEN));
    }
    if (bought === sold) {
      throw new BadValue('token_bought_address is token_sold_address', rows.text(BOUGHT_TOKEN));
    }
    return sold === asset0.id;
  }

  private assetOf(rows: CsvRows, column: number): number {
    this.cells.address(rows, column, this.key);
    return this.assetIds.get(this.key);
  }

  private writeTrader(rows: CsvRows): void {
    const { key, traders, out } = this;
    this.cells.address(rows, TRADER, key);
    let number = traders.get(key);
    if (number === -1 && traders.size < this.maxTraders) {
      number = traders.size + 1;
      traders.set(key, number);
    }
    if (number === -1) {
      out.unknown();
      out.text(key.raw());
    } else {
      out.number(number);
      out.unknown();
    }
  }
}

/** The exponent of the power of ten just above an amount in whole units. */
function ordersOf(name: string, amount: CellBytes, { decimals }: Asset): number {
  const orders = amount.length - decimals;
  if (orders > -MAX_ORDERS_OF_MAGNITUDE) return orders;
  throw new BadValue(`${name} is under 10^-${MAX_ORDERS_OF_MAGNITUDE} whole units`);
}

function requireSupportedPrice(soldOrders: number, boughtOrders: number): void {
  // The price is within a factor of ten of 10 to the power of this.
  if (Math.abs(soldOrders - boughtOrders) < MAX_ORDERS_OF_MAGNITUDE) return;
  const most = MAX_ORDERS_OF_MAGNITUDE;
  throw new BadValue(`the price is not from 10^-${most} to 10^${most}`);
}

function numbered(entries: readonly (readonly [RawAddress, number])[]): AddressNumbers {
  const numbers = new AddressNumbers();
  const key = new AddressKey();
  for (const [address, number] of entries) {
    key.readRaw(address);
    numbers.set(key, number);
  }
  return numbers;
}
