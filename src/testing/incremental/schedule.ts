import { sql } from 'drizzle-orm';
import { parseAddress } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import type { Batch, HolderSnapshot, JettonRecord, PoolRecord, SwapRecord } from '#service/market/batch.ts';
import { calculateAll } from '#service/market/calculate.ts';
import { storeNextCandles } from '#service/market/candle-backlog.ts';
import { rows, type Store } from '#service/store/database.ts';
import { type DatasetFiles, withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import type { Fraction } from '#testing/oracle/fraction.ts';
import {
  type Dataset,
  type Jetton,
  type Pool,
  readDataset,
  type Swap,
} from '#testing/oracle/read-dataset.ts';
import { ingest, storeAllCandles } from '#testing/stores/ingest.ts';

/** A batch of new data, at some time after the previous one. */
interface Step {
  /** Seconds since the previous step; negative if the clock is set back. */
  readonly pause: number;
  /** How many of the swaps that are not stored yet. */
  readonly swaps: number;
  /** How many swaps that are already stored. */
  readonly repeated: number;
  readonly addsPool: boolean;
}

export interface Schedule {
  /** Seed of the order of the swaps, and of what the store contains at the start. */
  readonly seed: number;
  readonly steps: readonly Step[];
}

/**
 * Imports a part of a market, then ingests the rest step by step: swaps in any order, also from before T and after it,
 * repeated ones, new jettons and pools. At the end everything is stored and T is the market's clock.
 */
export async function runSchedule(
  store: Store,
  market: GeneratedMarket,
  { seed, steps }: Schedule,
): Promise<Dataset> {
  const random = new Random(seed);
  const total = steps.reduce((sum, { pause }) => sum + Math.max(0, pause), 0);
  let now = market.clock.getTime() - total * 1000;
  const start = await importStart(store, market, new Date(now), random);
  const { stored, pending, pendingPools } = start;
  const bursts = burstsOf(random, start.dataset.swaps, market.clock);
  const dataset = { ...start.dataset, swaps: [...start.dataset.swaps, ...bursts] };
  const waiting = random.shuffled([...pending, ...bursts]);
  const storedJettons = await storedAddresses(store);
  const [early, late] = split(holderSnapshots(dataset), ({ token }) => storedJettons.has(token));
  for (const [index, { pause, swaps, repeated, addsPool }] of steps.entries()) {
    await storeNextCandles(store, FEW_TICKS);
    now += pause * 1000;
    const pools = pendingPools.splice(0, addsPool ? 1 : 0);
    const absent = new Set(pendingPools.map(({ address }) => address));
    const [fitting, rest] = split(waiting, ({ pool }) => !absent.has(pool));
    const next = fitting.slice(0, swaps);
    waiting.splice(0, waiting.length, ...rest, ...fitting.slice(swaps));
    const again = random.shuffled(stored).slice(0, repeated);
    // Snapshots precede some of the pools that they contain.
    const holders = index === 0 ? early : [];
    await ingestBatch(store, new Date(now), { ...batchOf(dataset, pools, [...next, ...again]), holders });
    stored.push(...next);
  }
  const jettons = [...dataset.jettons.values()].map(jettonRecord);
  const holders = steps.length > 0 ? late : [...early, ...late];
  await ingestBatch(store, market.clock, { ...batchOf(dataset, pendingPools, waiting), jettons, holders });
  await storeAllCandles(store, FEW_TICKS);
  return dataset;
}

async function storedAddresses(store: Store): Promise<ReadonlySet<string>> {
  const found = await rows<{ address: string }>(store.db, sql`select address from jetton`);
  return new Set(found.map(({ address }) => address));
}

/** So few that the candles of some markets are stored day by day, between batches. */
const FEW_TICKS = 200;
const BURSTS = 4;
export const SWAPS_PER_BURST = 40;

/** Returns swaps of a few pools within minutes or hours after one of theirs, so that there are stored candles of all intervals. */
function burstsOf(random: Random, swaps: readonly Swap[], clock: Date): Swap[] {
  return random
    .shuffled(swaps)
    .slice(0, BURSTS)
    .flatMap((swap, burst) => {
      const seconds = burst % 2 === 0 ? 300 : 7200;
      return Array.from({ length: SWAPS_PER_BURST }, (_, index): Swap => {
        const time = Math.min(swap.time + 1000 * random.whole(0, seconds), clock.getTime());
        const [amount0, amount1] = swap.amounts;
        return {
          ...swap,
          time,
          // Bursts may follow swaps of the same pool with consecutive logical times.
          lt: swap.lt + 1_000_000n * BigInt(burst + 1) + BigInt(index),
          trader: random.pick(swaps).trader,
          amounts: [amount0, (amount1 * BigInt(random.whole(90, 110))) / 100n + 1n],
        };
      });
    });
}

interface Start {
  readonly dataset: Dataset;
  readonly stored: Swap[];
  readonly pending: Swap[];
  readonly pendingPools: Pool[];
}

/** Imports a random part of a market, with a clock that runs from `now` on. */
export async function importStart(
  store: Store,
  market: GeneratedMarket,
  now: Date,
  random: Random,
): Promise<Start> {
  const dataset = await withDatasetFolder(market.files, readDataset);
  const isInitialPool = new Map(Array.from(dataset.pools.keys(), (address) => [address, random.chance(0.8)]));
  const [pools, pendingPools] = split(
    [...dataset.pools.values()],
    ({ address }) => isInitialPool.get(address) === true,
  );
  const assets = new Set(pools.flatMap((pool) => pool.assets));
  const [stored, pending] = split(
    dataset.swaps,
    ({ pool, time }) => isInitialPool.get(pool) === true && random.chance(time <= now.getTime() ? 0.9 : 0.2),
  );
  const storedKeys = new Set(stored.map(({ pool, lt }) => `${pool} ${lt}`));
  const { files, stables } = market;
  const { holders: _, ...others } = files;
  const initialFiles: DatasetFiles = {
    ...others,
    jettons: files.jettons.filter((jetton) => assets.has(rawAddressOf(jetton))),
    pools: files.pools.filter(({ address }) => isInitialPool.get(address)),
    swaps: files.swaps.filter((swap) =>
      storedKeys.has(`${parseAddress(swap.pool_address ?? '')} ${swap.lt}`),
    ),
  };
  const { exchanges } = readConfig({});
  await withDatasetFolder(initialFiles, (folder) =>
    importDataset(store, { folder, asOf: now, exchanges, stables }),
  );
  await store.db.execute(sql`update dataset set as_of = null`);
  return { dataset, stored, pending, pendingPools };
}

function split<Item>(items: readonly Item[], predicate: (item: Item) => boolean): [Item[], Item[]] {
  const matching: Item[] = [];
  const others: Item[] = [];
  for (const item of items) (predicate(item) ? matching : others).push(item);
  return [matching, others];
}

/** Returns the raw address of a jetton in jettons.json. */
export function rawAddressOf(jetton: object): string {
  return parseAddress(String((jetton as { address?: unknown }).address)) ?? '';
}

export function batchOf(dataset: Dataset, pools: readonly Pool[], swaps: readonly Swap[]): Batch {
  const assets = new Set(pools.flatMap((pool) => pool.assets));
  return {
    jettons: [...dataset.jettons.values()].filter(({ address }) => assets.has(address)).map(jettonRecord),
    pools: pools.map(poolRecord),
    swaps: swaps.map(swapRecord),
  };
}

function holderSnapshots({ holders }: Dataset): HolderSnapshot[] {
  return [...holders].map(([token, { time, supply, holders: largest }]) => ({
    token,
    time: new Date(time),
    source: 'import',
    supply: supply === undefined ? undefined : String(supply),
    holders: largest.map(({ balance, ...holder }) => ({ ...holder, balance: String(balance) })),
  }));
}

function jettonRecord({ verification, ...jetton }: Jetton): JettonRecord {
  const { createdAt, holdersChangedAt } = jetton;
  return {
    ...jetton,
    links: [],
    verification: verification as VerificationStatus,
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
    holdersChangedAt: holdersChangedAt === undefined ? undefined : new Date(holdersChangedAt),
  };
}

function poolRecord({ address, exchange, type, createdAt, assets, reported }: Pool): PoolRecord {
  return {
    address,
    exchange,
    type,
    asset0: assets[0],
    asset1: assets[1],
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
    reserve0: reported && String(reported.reserves[0]),
    reserve1: reported && String(reported.reserves[1]),
    reservesAt: reported && new Date(reported.time),
  };
}

function swapRecord({ pool, time, lt, hash, trader, sold, amounts, volumeUsd, reserves }: Swap): SwapRecord {
  return {
    pool,
    time: new Date(time),
    lt,
    txHash: hash,
    trader,
    sold0: sold === 0,
    amount0: amounts[0],
    amount1: amounts[1],
    volumeUsd: volumeUsd && decimalText(volumeUsd),
    reserve0: reserves?.[0],
    reserve1: reserves?.[1],
  };
}

/** `fraction` must have been parsed from a decimal. */
function decimalText({ top, bottom }: Fraction): string {
  return decimalFromAmount({ value: String(top), decimals: String(bottom).length - 1 });
}

/** Ingests a batch like a service: calculates everything if a round cannot. */
export async function ingestBatch(store: Store, now: Date, batch: Batch): Promise<void> {
  const { outcome } = await ingest(store, now, batch);
  if (outcome === 'stale') await calculateEverything(store, now);
  else if (outcome !== 'done') throw new Error(`unexpected outcome: ${outcome}`);
}

export async function calculateEverything(store: Store, at: Date): Promise<void> {
  await store.withExclusiveSession('jetscope', (session) => calculateAll(session, at));
}
