import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { TON_ADDRESS } from '#contract/address.ts';
import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { openStore } from '#service/open-store.ts';
import type { StoreLocation } from '#service/store/database.ts';
import { swapHeader } from '#testing/datasets/small-dataset.ts';
import { type MarketSize, type Pool, planMarket, TON_USD, Trades, USDT } from './market.ts';

const DAYS = 60;
const ROWS_PER_CHUNK = 5_000;
/** The market that feeds read. */
const LIVE_MARKET = { jettons: 1_500, pools: 2_000, traders: 5_000, swaps: 0 };
const LIVE_EXCHANGES = ['stonfi', 'dedust'];
/** Time of the last swap, for `--as-of` of the import. */
export const asOf = new Date('2026-01-29T07:50:00Z');

interface Dataset {
  readonly jettons: readonly object[];
  readonly pools: readonly object[];
  /** Lines of swaps.csv without line ends. The first is the header. */
  readonly swaps: Iterable<string>;
}

/** Writes a dataset folder. */
export async function writeDataset(folder: string, { jettons, pools, swaps }: Dataset): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/jettons.json`, JSON.stringify(jettons));
  writeFileSync(`${folder}/pools.json`, JSON.stringify(pools));
  writeFileSync(`${folder}/fx.csv`, `date,ton,usd,eur\n2024-01-01,${1 / TON_USD},1,0.9\n`);
  await pipeline(Readable.from(chunksOf(swaps)), createWriteStream(`${folder}/swaps.csv`));
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line);
    if (chunk.length < ROWS_PER_CHUNK) continue;
    yield `${chunk.join('\n')}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
}

/** Writes a dataset folder of this size, unless it exists. The data is deterministic. */
export async function writeLargeDataset(folder: string, size: MarketSize): Promise<void> {
  if (existsSync(folder)) return;
  const { jettons, pools, traders } = planMarket(size);
  const trades = new Trades({ jettons, pools, traders }, { seed: 2, spread: 0.2, lt: 66_000_000_000_000n });
  const swaps = swapLines(size.swaps, (index) => {
    const pool = trades.pickPool();
    const time = asOf.getTime() - ((size.swaps - 1 - index) / size.swaps) * DAYS * 86_400_000;
    const swap = trades.swap(pool, new Date(time));
    const volume = pool.withVolume ? ((Number(swap.amount0) / pool.units0) * TON_USD).toFixed(6) : '';
    return swapLine(pool, swap, trades.random.address().slice(2), volume);
  });
  const unfinished = `${folder}.new`;
  await writeDataset(unfinished, {
    jettons,
    pools: pools.map((pool) => poolEntry(pool, pool.exchange)),
    swaps,
  });
  renameSync(unfinished, folder);
}

/** Writes a dataset folder with a steady flow of swaps from `from` to `to`. */
export async function writeLiveDataset(
  folder: string,
  from: Date,
  to: Date,
  perSecond: number,
  exchanges: readonly string[] = LIVE_EXCHANGES,
): Promise<void> {
  const market = planMarket(LIVE_MARKET);
  // A DEX Screener adapter has a block for a million: one per second, as on TON.
  const trades = new Trades(market, { step: 1_000n * BigInt(Math.max(1, Math.floor(1_000 / perSecond))) });
  const count = Math.floor(((to.getTime() - from.getTime()) / 1000) * perSecond);
  await writeDataset(folder, {
    jettons: market.jettons,
    pools: market.pools.map((pool, index) => poolEntry(pool, exchanges[index % exchanges.length])),
    swaps: swapLines(count, (index) => {
      const pool = trades.pickPool();
      return swapLine(pool, trades.swap(pool, new Date(from.getTime() + (1000 * index) / perSecond)));
    }),
  });
}

function poolEntry({ address, asset0, asset1 }: Pool, exchange: string | undefined): object {
  return { address, exchange, asset0, asset1 };
}

function* swapLines(count: number, lineOf: (index: number) => string): Generator<string> {
  yield swapHeader;
  for (let index = 0; index < count; index += 1) yield lineOf(index);
}

function swapLine({ address, asset0, asset1 }: Pool, swap: SwapRecord, hash = '', volumeUsd = ''): string {
  const { sold0, amount0, amount1, time, lt, trader, reserve0, reserve1 } = swap;
  const seconds = Math.floor(time.getTime() / 1000);
  const tokens = [asset0, asset1].map((asset) => asset || TON_ADDRESS);
  const amounts = [amount0, amount1];
  const sides = sold0 ? [...tokens, ...amounts] : [...tokens.toReversed(), ...amounts.toReversed()];
  return [hash, seconds, lt, trader, address, ...sides, volumeUsd, '', reserve0 ?? '', reserve1 ?? ''].join(
    ',',
  );
}

/** Opens an empty store with the history of a market of this size, and lets its clock run. */
export async function openMarket(location: StoreLocation, folder: string, size: MarketSize) {
  await writeLargeDataset(folder, size);
  const store = await openStore(location);
  const { exchanges } = readConfig({});
  await importDataset(store, { folder, asOf, exchanges, stables: [USDT] });
  await store.db.execute(sql`update dataset set as_of = null`);
  const market = planMarket(size);
  return { store, market, trades: new Trades(market) };
}
