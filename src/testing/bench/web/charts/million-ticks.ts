import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { requiredSwapColumns } from '#service/import/swaps/swap-row-converter.ts';
import { readDataset } from '#service/store/read-dataset.ts';
import type { Fill } from '#testing/bench/bench-service.ts';
import { Random } from '#testing/market/random.ts';

export const TICKS = 1_000_000;
const DAYS = 365;
const TRADERS = 5_000;
const LINES_AT_ONCE = 10_000;
const asOf = new Date('2026-01-29T07:50:00Z');

const addressOf = (digit: string) => toUserFriendly(`0:${digit.repeat(64)}`);
const ton = toUserFriendly(TON_ADDRESS);
/** The market of a million ticks. */
export const market = { address: addressOf('a'), poolAddress: addressOf('b') } as const;

/** Imports the market, as any dataset folder is, where the store does not have it yet. */
export function millionTicks(folder: string): Fill {
  return async (store, { exchanges, stables }, progress) => {
    if (await readDataset(store.db)) return;
    mkdirSync(folder, { recursive: true });
    try {
      await writeDataset(folder);
      await importDataset(store, { folder, asOf, exchanges, stables }, progress);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

async function writeDataset(folder: string): Promise<void> {
  const write = (name: string, text: string) => writeFileSync(`${folder}/${name}`, text);
  const { address, poolAddress } = market;
  write('jettons.json', JSON.stringify([{ address, name: 'A million ticks', symbol: 'MILLION' }]));
  write(
    'pools.json',
    JSON.stringify([{ address: poolAddress, exchange: 'dedust', asset0: ton, asset1: address }]),
  );
  write('fx.csv', 'date,ton,usd\n2024-01-01,0.3,1\n');
  await pipeline(Readable.from(swapChunks()), createWriteStream(`${folder}/swaps.csv`));
}

/** Back from the clock, at times as far apart as trades are: many share a second, some leave minutes. */
function* swapChunks(): Generator<string> {
  const random = new Random(1);
  const traders = Array.from({ length: TRADERS }, () => toUserFriendly(random.address()));
  yield `${requiredSwapColumns.join(',')}\n`;
  let time = asOf.getTime() / 1000;
  let price = 1;
  let lines = '';
  for (let lt = TICKS; lt > 0; lt -= 1) {
    time += Math.log(1 - random.next()) * ((DAYS * 86_400) / TICKS);
    price *= 1 + (random.next() - 0.5) * 0.01;
    lines += swapLine(random, random.pick(traders), Math.floor(time), lt, price);
    if (lt % LINES_AT_ONCE !== 1) continue;
    yield lines;
    lines = '';
  }
}

function swapLine(random: Random, trader: string, time: number, lt: number, price: number): string {
  const { address, poolAddress } = market;
  const given = random.whole(1e8, 1e11);
  const bought = Math.round(given / price);
  const sides = random.chance(0.5) ? [ton, address, given, bought] : [address, ton, bought, given];
  return `${[poolAddress, time, lt, trader, ...sides].join(',')}\n`;
}
