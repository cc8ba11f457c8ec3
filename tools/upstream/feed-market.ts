import { parseAddress } from '#contract/address.ts';
import type { PoolFacts } from '#testing/datasets/dataset-folder.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import type { WireFormat } from './server.ts';
import { dedustTypeOf } from './sources/dedust.ts';
import { stonfiTypeOf } from './sources/stonfi.ts';

/** Length of a block of the DEX Screener formats: long, so that a market has few requests. */
const SECONDS_PER_BLOCK = 600;

type Row = Readonly<Record<string, string>>;

/**
 * Returns the part of a market that feeds can transport, so that importing it gives the result that feeds must produce:
 * - lts are below 2^53, as STON.fi reports them as numbers, and unique, as DEX Screener requires;
 * - swaps have no volumes, those of DeDust no hashes, and pools no creation time or type that their format does not report;
 * - pools of DeDust have no reserves, because DeDust reports them without a time;
 * - reserves of pools are reported at whole seconds, at which the pool has no swaps.
 *
 * Pools of exchanges without a format, and their swaps, are removed.
 */
export function feedMarket(
  market: GeneratedMarket,
  formats: Readonly<Record<string, WireFormat>>,
): GeneratedMarket {
  const { files } = market;
  const pools = files.pools.filter(({ exchange }) => formats[exchange] !== undefined);
  const formatByPool = new Map(pools.map((pool) => [parseAddress(pool.address), formats[pool.exchange]]));
  const rows = files.swaps.filter((row) => formatByPool.has(poolOf(row)));
  const lts = shortLts(rows);
  const times = new Set(rows.map((row) => `${poolOf(row)} ${row.event_time}`));
  const swaps = rows.map((row) => ({
    ...row,
    lt: lts.get(swapKey(row)) ?? '',
    volume_usd: '',
    ...(formatByPool.get(poolOf(row)) === 'dedust' && { reserve0_raw: '', reserve1_raw: '', tx_hash: '' }),
  }));
  const facts = pools.map((pool) => feedPool(pool, formats[pool.exchange], times));
  const { holders: _, ...others } = files;
  return { ...market, files: { ...others, pools: facts, swaps } };
}

function poolOf({ pool_address = '' }: Row): string | undefined {
  return parseAddress(pool_address);
}

function swapKey(row: Row): string {
  return `${poolOf(row)} ${row.lt}`;
}

/** Returns lts that have the order of time, then lt: block, second within the block, number within the second. */
function shortLts(rows: readonly Row[]): Map<string, string> {
  const unique = [...new Map(rows.map((row) => [swapKey(row), row])).entries()];
  const sorted = unique.toSorted(
    ([keyA, a], [keyB, b]) =>
      Number(a.event_time) - Number(b.event_time) ||
      Number(BigInt(a.lt ?? 0) - BigInt(b.lt ?? 0)) ||
      (keyA < keyB ? -1 : 1),
  );
  const countBySecond = new Map<number, number>();
  return new Map(
    sorted.map(([key, row]) => {
      const second = Number(row.event_time);
      const count = countBySecond.get(second) ?? 0;
      countBySecond.set(second, count + 1);
      const block = Math.floor(second / SECONDS_PER_BLOCK);
      return [key, String(block * 1_000_000 + (second % SECONDS_PER_BLOCK) * 1_000 + count)];
    }),
  );
}

function feedPool(
  pool: PoolFacts,
  format: WireFormat | undefined,
  swapTimes: ReadonlySet<string>,
): PoolFacts {
  const { address, exchange, asset0, asset1, type, createdAt, reserve0, reserve1, reservesAt } = pool;
  const pair = { address, exchange, asset0, asset1 };
  if (format === 'dedust') return { ...pair, type: dedustTypeOf(type) };
  const stonfiType = format === 'stonfi' ? stonfiTypeOf(type) : undefined;
  const facts = { ...pair, ...(stonfiType !== undefined && { type: stonfiType }) };
  const created =
    format !== 'stonfi' && createdAt !== undefined
      ? { createdAt: timeOf(Math.floor(Date.parse(createdAt) / 1000)) }
      : {};
  if (reservesAt === undefined) return { ...facts, ...created };
  let second = Math.floor(Date.parse(reservesAt) / 1000);
  while (swapTimes.has(`${parseAddress(address)} ${second}`)) second += 1;
  return { ...facts, ...created, reserve0, reserve1, reservesAt: timeOf(second) };
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
