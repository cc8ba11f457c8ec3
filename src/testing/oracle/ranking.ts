import type { RawAddress } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import type { Fraction } from './fraction.ts';
import { latestReserves } from './reserves.ts';
import { latestTick, type Market, swapsOf, type World, wholeUnits } from './world.ts';

type ValueInTon = (asset: RawAddress) => Fraction | undefined;

interface Ranked {
  readonly market: Market;
  /** The counterpart's reserve in TON; undefined if unknown. */
  readonly depth: Fraction | undefined;
  readonly swaps: number;
}

/** Returns the best-ranked market. The result is cached by `key`. */
export function bestMarket(
  world: World,
  key: string,
  markets: readonly Market[],
  valueInTon: ValueInTon,
): Market | undefined {
  if (!world.bestMarkets.has(key)) world.bestMarkets.set(key, bestOf(world, markets, valueInTon));
  return world.bestMarkets.get(key);
}

function bestOf(world: World, markets: readonly Market[], valueInTon: ValueInTon): Market | undefined {
  const ranked = markets.flatMap((market): Ranked[] => {
    const now = { time: world.clock };
    const value = valueInTon(market.counterpart);
    if (!value || !latestTick(world, market.pool.address, now)) return [];
    const reserves = latestReserves(world, market.pool)?.reserves;
    const units = reserves?.[market.side === 0 ? 1 : 0];
    const depth = units === undefined ? undefined : wholeUnits(world, market.counterpart, units).times(value);
    return [{ market, depth, swaps: recentSwaps(world, market) }];
  });
  return ranked.toSorted(byRank)[0]?.market;
}

function recentSwaps(world: World, { pool }: Market): number {
  const start = world.clock - periodSeconds.month * 1000;
  return swapsOf(world, pool.address).filter(({ time }) => time > start).length;
}

function byRank(a: Ranked, b: Ranked): number {
  if (a.depth && b.depth) return b.depth.compare(a.depth) || byActivity(a, b);
  if (a.depth || b.depth) return a.depth ? -1 : 1;
  return byActivity(a, b);
}

function byActivity(a: Ranked, b: Ranked): number {
  return b.swaps - a.swaps || (a.market.pool.address < b.market.pool.address ? -1 : 1);
}
