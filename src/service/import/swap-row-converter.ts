import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { dustLimit } from '#contract/dust.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { orderOfMagnitude, requireSupportedPrice } from '#service/validation/limits.ts';
import { WRAPPED_TON } from '#service/validation/values.ts';
import { AddressIdMap, AddressKey } from './address-id-map.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { CsvRows } from './csv-rows.ts';
import { type Asset, type Pool, TON } from './load-assets.ts';
import { CellBytes, SwapCells } from './swap-cells.ts';

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
export const optionalSwapColumns = [
  'volume_usd',
  'volume_ton',
  'reserve0_raw',
  'reserve1_raw',
  'tx_hash',
] as const;

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
const TX_HASH = indexOf('tx_hash');

/**
 * Columns of the staging table. `row` is the position in the file, `time` is in Unix seconds. Traders have an id, or an
 * address if there are more than fit in memory.
 */
export const stagingColumns = [
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
  'tx_hash',
  'trader_id',
  'trader',
] as const;

/** Traders that get an id in memory; uses up to 80 MB. */
const MAX_TRADERS_IN_MEMORY = 1_000_000;

/** Converts rows of swaps.csv to rows of the staging table. */
export class SwapRowConverter {
  private readonly cells = new SwapCells(columns);
  private readonly out = new CopyBuffer();
  private readonly pools: readonly Pool[];
  private readonly poolIndexByAddress: AddressIdMap;
  private readonly assetIdByAddress: AddressIdMap;
  private readonly traders = new AddressIdMap();
  private readonly maxTraders: number;
  private readonly key = new AddressKey();
  private readonly sold = new CellBytes();
  private readonly bought = new CellBytes();

  constructor(
    pools: ReadonlyMap<RawAddress, Pool>,
    jettons: ReadonlyMap<RawAddress, Asset>,
    maxTraders = MAX_TRADERS_IN_MEMORY,
  ) {
    this.pools = Array.from(pools.values());
    this.poolIndexByAddress = toIdMap(Array.from(pools.keys(), (address, index) => [address, index]));
    this.assetIdByAddress = toIdMap([
      ...Array.from(jettons, ([address, { id }]) => [address, id] as const),
      ...[TON_ADDRESS, ...WRAPPED_TON].map((address) => [address, TON.id] as const),
    ]);
    this.maxTraders = maxTraders;
  }

  /** Number of traders with an id; ids start at 1. */
  get traderCount(): number {
    return this.traders.size;
  }

  /** Yields rows of the table `trader`, in chunks. */
  *traderRows(): Generator<string> {
    const { out } = this;
    for (const [id, key] of this.traders.entries()) {
      out.beginRow();
      out.writeNumber(id);
      out.writeText(key.toRaw());
      out.endRow();
      if (out.isFull) yield out.flush();
    }
    yield out.flush();
  }

  /** Returns and clears the converted rows. */
  flush(): string {
    return this.out.flush();
  }

  /** Converts the current row. Throws BadValueError. */
  addRow(row: number, rows: CsvRows): void {
    const { cells, out, sold, bought } = this;
    rows.requireCellCount();
    out.beginRow();
    const pool = this.findPool(rows);
    const sold0 = this.sellsAsset0(pool, rows);
    cells.readAmount(rows, SOLD, sold);
    cells.readAmount(rows, BOUGHT, bought);
    const soldAsset = sold0 ? pool.asset0 : pool.asset1;
    const boughtAsset = sold0 ? pool.asset1 : pool.asset0;
    const dust = isDust(sold, soldAsset) || isDust(bought, boughtAsset);
    const soldOrders = orderOfMagnitude('amount_sold_raw', sold.length, soldAsset.decimals);
    const boughtOrders = orderOfMagnitude('amount_bought_raw', bought.length, boughtAsset.decimals);
    if (!dust) requireSupportedPrice(soldOrders, boughtOrders);
    out.writeNumber(row);
    out.writeNumber(pool.id);
    cells.writeUnixSeconds(rows, TIME, out);
    cells.writeInt64(rows, LT, out);
    out.writeBoolean(sold0);
    out.writeBoolean(dust);
    (sold0 ? sold : bought).copyTo(out);
    (sold0 ? bought : sold).copyTo(out);
    cells.writeDecimal(rows, VOLUME_USD, out);
    cells.requireDecimal(rows, VOLUME_TON);
    cells.writeInteger(rows, RESERVE0, out);
    cells.writeInteger(rows, RESERVE1, out);
    cells.writeTxHash(rows, TX_HASH, out);
    // Last, so that only traders of valid rows get an id.
    this.writeTrader(rows);
    out.endRow();
  }

  private findPool(rows: CsvRows): Pool {
    this.cells.readAddressKey(rows, POOL, this.key);
    const pool = this.pools[this.poolIndexByAddress.get(this.key)];
    if (!pool) throw new BadValueError('pool_address is not in pools.json', rows.text(POOL));
    return pool;
  }

  private sellsAsset0({ asset0, asset1 }: Pool, rows: CsvRows): boolean {
    const sold = this.findAssetId(rows, SOLD_TOKEN);
    const bought = this.findAssetId(rows, BOUGHT_TOKEN);
    if (sold !== asset0.id && sold !== asset1.id) {
      throw new BadValueError('token_sold_address is not an asset of the pool', rows.text(SOLD_TOKEN));
    }
    if (bought !== asset0.id && bought !== asset1.id) {
      throw new BadValueError('token_bought_address is not an asset of the pool', rows.text(BOUGHT_TOKEN));
    }
    if (bought === sold) {
      throw new BadValueError(
        'token_bought_address must differ from token_sold_address',
        rows.text(BOUGHT_TOKEN),
      );
    }
    return sold === asset0.id;
  }

  private findAssetId(rows: CsvRows, column: number): number {
    this.cells.readAddressKey(rows, column, this.key);
    return this.assetIdByAddress.get(this.key);
  }

  private writeTrader(rows: CsvRows): void {
    const { key, traders, out } = this;
    this.cells.readAddressKey(rows, TRADER, key);
    let id = traders.get(key);
    if (id === -1 && traders.size < this.maxTraders) {
      id = traders.size + 1;
      traders.set(key, id);
    }
    if (id === -1) {
      out.writeNull();
      out.writeText(key.toRaw());
    } else {
      out.writeNumber(id);
      out.writeNull();
    }
  }
}

function toIdMap(entries: readonly (readonly [RawAddress, number])[]): AddressIdMap {
  const ids = new AddressIdMap();
  const key = new AddressKey();
  for (const [address, id] of entries) {
    key.readRaw(address);
    ids.set(key, id);
  }
  return ids;
}

// Limits are powers of ten, which have one digit more than any number below them.
function isDust({ length }: CellBytes, { decimals }: Asset): boolean {
  return length < String(dustLimit(decimals)).length;
}
