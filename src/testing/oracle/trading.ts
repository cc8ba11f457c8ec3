import { type PricePeriod, periodSeconds } from '#contract/enums.ts';
import { type Fraction, sumOfDefined, ZERO } from './fraction.ts';
import { assetValue } from './prices.ts';
import type { Swap } from './read-dataset.ts';
import { counterpartAmount, type Market, swapsOf, type World } from './world.ts';

/** A swap as seen from one of the pool's jettons. */
export interface Trade {
  readonly swap: Swap;
  readonly market: Market;
}

export type Direction = 'total' | 'buy' | 'sell';

export function isOf({ swap, market }: Trade, direction: Direction): boolean {
  if (direction === 'total') return true;
  return (swap.sold === market.side) === (direction === 'sell');
}

/** Returns the trades of the window that ends `windowsAgo` periods before the clock, including its end. */
export function tradesOf(
  world: World,
  markets: readonly Market[],
  period: PricePeriod,
  windowsAgo: 0 | 1,
  direction: Direction,
): Trade[] {
  const length = periodSeconds[period] * 1000;
  const end = world.clock - windowsAgo * length;
  return markets
    .flatMap((market) => swapsOf(world, market.pool.address).map((swap) => ({ swap, market })))
    .filter(({ swap }) => swap.time > end - length && swap.time <= end)
    .filter((trade) => isOf(trade, direction));
}

export function tradersOf(trades: readonly Trade[]): number {
  return new Set(trades.map(({ swap }) => swap.trader)).size;
}

export function volumeOf(world: World, trades: readonly Trade[]): Fraction {
  return sumOfDefined(trades.map((trade) => volumeOfTrade(world, trade))) ?? ZERO;
}

export function volumeOfTrade(world: World, { swap, market }: Trade): Fraction | undefined {
  if (swap.volumeUsd) return swap.volumeUsd;
  const value = assetValue(world, market.counterpart, 'usd', { time: swap.time, lt: swap.lt });
  return value && counterpartAmount(world, market, swap).times(value);
}
