import type { RawAddress } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type PoolCountPeriod, poolCountPeriods } from '#contract/enums.ts';
import { DEFAULT_MARKET_TYPE, type PriceTick } from '#contract/market.ts';
import { amountChange, countChangeOf, fiatAmount, priceAmount, priceChanges } from './changes.ts';
import { Fraction, ONE } from './fraction.ts';
import { omitUndefined } from './jetton-responses.ts';
import { expectedLiquidity, marketLiquidity } from './liquidity.ts';
import { assetValue, marketPrice } from './prices.ts';
import type { Swap } from './read-dataset.ts';
import { type Trade, tradersOf, tradesOf, volumeOf } from './trading.ts';
import { isDust, latestTick, type Market, marketsOf, ratio, swapsOf, type World } from './world.ts';

/** Returns the markets sorted by liquidity in USD descending, then by address. Unknown liquidity comes last. */
export function sortedMarkets(world: World, jetton: RawAddress): Market[] {
  return marketsOf(world, jetton).toSorted((a, b) => {
    const [depthA, depthB] = [marketLiquidity(world, a, 'usd'), marketLiquidity(world, b, 'usd')];
    const byAddress = a.pool.address < b.pool.address ? -1 : 1;
    if (!depthA || !depthB) return depthA || depthB ? (depthA ? -1 : 1) : byAddress;
    const [roundedA, roundedB] = [depthA.rounded(6), depthB.rounded(6)];
    return roundedA === roundedB ? byAddress : roundedA > roundedB ? -1 : 1;
  });
}

export function expectedMarket(world: World, market: Market) {
  const { pool, counterpart } = market;
  const lastSwap = swapsOf(world, pool.address).at(-1);
  return omitUndefined({
    counterpart,
    exchangeId: pool.exchange,
    poolAddress: pool.address,
    type: pool.type ?? DEFAULT_MARKET_TYPE,
    createdAt: isoTime(pool.createdAt),
    liquidity: expectedLiquidity(world, market),
    price: expectedMarketPrice(world, market),
    lastTransactionAt: isoTime(lastSwap?.time),
  });
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function expectedMarketPrice(world: World, market: Market) {
  const now = { time: world.clock };
  const tick = latestTick(world, market.pool.address, now);
  if (!tick) return {};
  const ton = marketPrice(world, market, 'ton', now)?.value;
  const usd = marketPrice(world, market, 'usd', now)?.value;
  return omitUndefined({
    counterpart: priceAmount(ratio(world, market, tick)),
    ton: ton && priceAmount(ton),
    usd: usd && priceAmount(usd),
    changedAt: isoTime(tick.time),
  });
}

export function expectedMarketStatistics(world: World, market: Market) {
  const trades = (period: PoolCountPeriod, ago: 0 | 1) => tradesOf(world, [market], period, ago, 'total');
  const counts = (count: (trades: Trade[]) => number) =>
    Object.fromEntries(
      poolCountPeriods.map((period) => [
        period,
        countChangeOf(world, count(trades(period, 1)), count(trades(period, 0))),
      ]),
    );
  const volume = (ago: 0 | 1) => volumeOf(world, trades('day', ago));
  return {
    priceChange: {
      counterpart: priceChanges(world, (time) => {
        const tick = latestTick(world, market.pool.address, { time });
        return tick && ratio(world, market, tick);
      }),
    },
    traders: counts(tradersOf),
    transactions: counts((all) => all.length),
    volume: { usd: { day: amountChange(world, volume(1), volume(0), fiatAmount) } },
  };
}

/** Returns all ticks, newest first. */
export function expectedTicks(world: World, market: Market): PriceTick[] {
  return pricesOf(
    world,
    market,
    swapsOf(world, market.pool.address).filter((swap) => !isDust(world, swap)),
  ).toReversed();
}

/** Returns the prices of swaps. Those of scaled jettons are rounded before and after they are scaled. */
export function pricesOf(world: World, market: Market, swaps: readonly Swap[]): PriceTick[] {
  const unscaled: World = { ...world, multipliers: new Map(), bestMarkets: new Map() };
  return swaps.map((swap) => scaledTick(world, market, expectedTick(unscaled, market, swap)));
}

function scaledTick({ multipliers }: World, { jetton, counterpart }: Market, tick: PriceTick): PriceTick {
  const [own, other] = [multipliers.get(jetton) ?? ONE, multipliers.get(counterpart) ?? ONE];
  if (own === ONE && other === ONE) return tick;
  const scale = (price: Amount, factor: Fraction) =>
    priceAmount(Fraction.ofUnits(BigInt(price.value), price.decimals).times(factor).over(own));
  const { counterpart: ratio, ton, usd } = tick.value;
  const value = {
    counterpart: scale(ratio, other),
    ton: ton && scale(ton, ONE),
    usd: usd && scale(usd, ONE),
  };
  return { ...tick, value: omitUndefined(value) };
}

function expectedTick(world: World, market: Market, swap: Swap): PriceTick {
  const counterpart = ratio(world, market, swap);
  const at = { time: swap.time, lt: swap.lt };
  const ton = assetValue(world, market.counterpart, 'ton', at);
  const usd = assetValue(world, market.counterpart, 'usd', at);
  return {
    value: omitUndefined({
      counterpart: priceAmount(counterpart),
      ton: ton && priceAmount(counterpart.times(ton)),
      usd: usd && priceAmount(counterpart.times(usd)),
    }),
    time: new Date(swap.time).toISOString(),
    timeLt: swap.lt.toString(),
  };
}
