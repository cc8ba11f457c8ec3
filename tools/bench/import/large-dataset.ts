import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { swapHeader } from '#testing/datasets/small-dataset.ts';
import { Random } from '#testing/market/random.ts';
import { HeavyTail } from './heavy-tail.ts';
import {
  baseUnits,
  type LargeMarket,
  type LargeMarketSize,
  type LargePool,
  planMarket,
  TON_USD,
} from './large-market.ts';

const DAYS = 60;
const ROWS_PER_CHUNK = 5_000;
/** Time of the last swap, for `--as-of` of the import. */
export const asOf = new Date('2026-01-29T07:50:00Z');

/** Writes a dataset folder of this size, unless it exists. The data is deterministic. */
export async function writeLargeDataset(folder: string, size: LargeMarketSize): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const market = planMarket(size);
  const pools = market.pools.map(({ address, exchange, asset0, asset1 }) => ({
    address,
    exchange,
    asset0,
    asset1,
  }));
  writeFileSync(`${unfinished}/jettons.json`, JSON.stringify(market.jettons));
  writeFileSync(`${unfinished}/pools.json`, JSON.stringify(pools));
  writeFileSync(`${unfinished}/fx.csv`, `date,ton,usd,eur\n2025-01-01,${1 / TON_USD},1,0.9\n`);
  await pipeline(Readable.from(swapRows(market, size.swaps)), createWriteStream(`${unfinished}/swaps.csv`));
  renameSync(unfinished, folder);
}

/** Generates swaps in chain order, with increasing `lt`. */
function* swapRows({ pools, traders }: LargeMarket, count: number): Generator<string> {
  const random = new Random(2);
  const poolTail = new HeavyTail(pools.length);
  const traderTail = new HeavyTail(traders.length);
  const end = asOf.getTime() / 1000;
  yield `${swapHeader}\n`;
  let rows = '';
  for (let index = 0; index < count; index += 1) {
    const time = Math.floor(end - ((count - 1 - index) / count) * DAYS * 86_400);
    const pool = pools[poolTail.pick(random)];
    const trader = traders[traderTail.pick(random)];
    if (pool && trader) rows += swapRow(random, pool, trader, time, 66_000_000_000_000 + index * 1000);
    if ((index + 1) % ROWS_PER_CHUNK !== 0 && index + 1 !== count) continue;
    yield rows;
    rows = '';
  }
}

function swapRow(random: Random, pool: LargePool, trader: string, time: number, lt: number): string {
  const ton = random.magnitude(0.01, 10_000);
  const drift = 0.9 + 0.2 * random.next();
  const amounts = [baseUnits(ton * pool.units0), baseUnits(ton * drift * pool.units1)] as const;
  const assets = [pool.asset0, pool.asset1] as const;
  const [sold, bought] = random.chance(0.5) ? [0, 1] : [1, 0];
  const depth = random.magnitude(1e3, 1e6);
  const cells = [
    random.address().slice(2),
    time,
    lt,
    trader,
    pool.address,
    assets[sold],
    assets[bought],
    amounts[sold],
    amounts[bought],
    pool.withVolume ? (ton * TON_USD).toFixed(6) : '',
    '',
    pool.withReserves ? baseUnits(depth * pool.units0) : '',
    pool.withReserves ? baseUnits(depth * pool.units1) : '',
  ];
  return `${cells.join(',')}\n`;
}
