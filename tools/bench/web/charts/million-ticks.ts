import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { requiredSwapColumns } from '#service/import/swap-row-converter.ts';
import { readDataset } from '#service/store/dataset.ts';
import { Random } from '#testing/market/random.ts';
import type { PrepareStore } from '#tools/bench/bench-service.ts';

export const TICKS = 1_000_000;
const DAYS = 365;
const TRADERS = 5_000;
const LINES_PER_CHUNK = 10_000;
const asOf = new Date('2026-01-29T07:50:00Z');

const addressOf = (digit: string) => toUserFriendly(`0:${digit.repeat(64)}`);
const ton = toUserFriendly(TON_ADDRESS);
/** The market with a million ticks. */
export const market = { address: addressOf('a'), poolAddress: addressOf('b') } as const;

/** Writes the market as a dataset folder and imports it, unless the store already has data. */
export function prepareMillionTicks(folder: string): PrepareStore {
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

/** Generates swaps from the newest to the oldest, at random intervals like real trades. */
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
    if (lt % LINES_PER_CHUNK !== 1) continue;
    yield lines;
    lines = '';
  }
}

function swapLine(random: Random, trader: string, time: number, lt: number, price: number): string {
  const { address, poolAddress } = market;
  const tonAmount = random.whole(1e8, 1e11);
  const jettonAmount = Math.round(tonAmount / price);
  const sides = random.chance(0.5)
    ? [ton, address, tonAmount, jettonAmount]
    : [address, ton, jettonAmount, tonAmount];
  return `${[poolAddress, time, lt, trader, ...sides].join(',')}\n`;
}
