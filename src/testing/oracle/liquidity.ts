import type { RawAddress } from '#contract/address.ts';
import type { MarketLiquidity } from '#contract/market.ts';
import { fiatAmount, tonAmount } from './changes.ts';
import { type Fraction, sumOfDefined } from './fraction.ts';
import { fiatRate, latestReserves, reserveValue, type Unit } from './prices.ts';
import { decimalsOf, displayedUnits, type Market, marketsOf, type World, wholeUnits } from './world.ts';

/** Returns the value of both sides of a market, or undefined if that of a side is unknown. */
export function marketLiquidity(world: World, market: Market, unit: Unit): Fraction | undefined {
  const latest = latestReserves(world, market.pool);
  if (!latest) return undefined;
  const [first, second] = market.pool.assets.map((asset, side) => {
    const value = reserveValue(world, asset, unit);
    return value && wholeUnits(world, asset, latest.reserves[side === 0 ? 0 : 1]).times(value);
  });
  return first && second && first.plus(second);
}

export function jettonLiquidity(world: World, jetton: RawAddress, unit: Unit): Fraction | undefined {
  return sumOfDefined(marketsOf(world, jetton).map((market) => marketLiquidity(world, market, unit)));
}

export function liquidityIn(world: World, jetton: RawAddress, currency: string): Fraction | undefined {
  if (currency === 'ton') return jettonLiquidity(world, jetton, 'ton');
  const dollars = jettonLiquidity(world, jetton, 'usd');
  const rate = fiatRate(world, currency, world.clock);
  return dollars && rate && dollars.times(rate);
}

/** Returns what a market held at a time up to the clock; an empty object if that is unknown. */
export function expectedReserves(world: World, market: Market, at: number) {
  const latest = latestReserves(world, market.pool, at);
  if (!latest) return {};
  const { jetton, counterpart, side } = market;
  const reserve = (asset: RawAddress, index: 0 | 1) => ({
    value: displayedUnits(world, asset, latest.reserves[index]),
    decimals: decimalsOf(world, asset),
  });
  return {
    asset: reserve(jetton, side),
    counterpart: reserve(counterpart, side === 0 ? 1 : 0),
    changedAt: new Date(latest.time).toISOString(),
  };
}

export function expectedLiquidity(world: World, market: Market): MarketLiquidity {
  const ton = marketLiquidity(world, market, 'ton');
  const usd = marketLiquidity(world, market, 'usd');
  return {
    ...expectedReserves(world, market, world.clock),
    ...(ton && { ton: tonAmount(ton) }),
    ...(usd && { usd: fiatAmount(usd) }),
  };
}
