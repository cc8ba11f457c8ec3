import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import { type Fraction, ONE } from './fraction.ts';
import type { Pair, Pool, Swap } from './read-dataset.ts';
import {
  type Instant,
  latestTick,
  type Market,
  marketsOf,
  ratio,
  swapsOf,
  type World,
  wholeUnits,
} from './world.ts';

/** Returns the latest reserves up to a time: those reported by the pool or those after a swap. */
export function latestReserves(
  world: World,
  pool: Pool,
  at = world.clock,
): { reserves: Pair<bigint>; time: number } | undefined {
  const reported = pool.reported && pool.reported.time <= at ? pool.reported : undefined;
  let latest: typeof reported;
  for (const { time, reserves } of swapsOf(world, pool.address)) {
    if (reserves && time <= at) latest = { time, reserves };
  }
  return reported && (!latest || reported.time >= latest.time) ? reported : latest;
}

export type Unit = 'ton' | 'usd';

/** Returns the units of a currency per 1 USD, from the latest date at or before a time. */
export function fiatRate(world: World, currency: string, time: number): Fraction | undefined {
  if (currency === 'usd') return ONE;
  return world.dataset.rates.get(currency)?.findLast((entry) => entry.time <= time)?.rate;
}

export function tonInUsd(world: World, instant: Instant): Fraction | undefined {
  let latest: { swap: Swap; stable: RawAddress } | undefined;
  for (const pool of world.dataset.pools.values()) {
    const stable = pool.assets.find((asset) => world.stables.has(asset));
    if (stable === undefined || !pool.assets.includes(TON_ADDRESS)) continue;
    const swap = latestTick(world, pool.address, instant);
    if (swap && (!latest || isLater(swap, latest.swap))) latest = { swap, stable };
  }
  return latest ? paidForTon(world, latest.swap, latest.stable) : rateOfTon(world, instant.time);
}

function isLater(a: Swap, b: Swap): boolean {
  return a.time === b.time ? a.lt > b.lt : a.time > b.time;
}

function paidForTon(world: World, swap: Swap, stable: RawAddress): Fraction {
  const side = world.dataset.pools.get(swap.pool)?.assets[0] === TON_ADDRESS ? 0 : 1;
  const ton = wholeUnits(world, TON_ADDRESS, swap.amounts[side]);
  return wholeUnits(world, stable, swap.amounts[side === 0 ? 1 : 0]).over(ton);
}

function rateOfTon(world: World, time: number): Fraction | undefined {
  const rate = world.dataset.rates.get('ton')?.findLast((entry) => entry.time <= time)?.rate;
  return rate && ONE.over(rate);
}

/** Returns whether the asset is TON or a stablecoin, which have a value without a market of their own. */
function isBaseAsset(world: World, asset: RawAddress): boolean {
  return asset === TON_ADDRESS || world.stables.has(asset);
}

/** Returns the value of TON or a stablecoin; undefined if unknown or for other jettons. */
function baseAssetValue(world: World, asset: RawAddress, unit: Unit, instant: Instant): Fraction | undefined {
  if (asset === TON_ADDRESS) return unit === 'ton' ? ONE : tonInUsd(world, instant);
  if (!world.stables.has(asset)) return undefined;
  if (unit === 'usd') return ONE;
  const dollars = tonInUsd(world, instant);
  return dollars && ONE.over(dollars);
}

type ValueInTon = (asset: RawAddress) => Fraction | undefined;

interface Ranked {
  readonly market: Market;
  /** The counterpart's reserve in TON; undefined if unknown. */
  readonly depth: Fraction | undefined;
  readonly swaps: number;
}

/** Returns the best-ranked market. The result is cached by `key`. */
function bestMarket(
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

/** Returns the best-ranked market of a jetton against TON or a stablecoin. */
export function directMarket(world: World, jetton: RawAddress): Market | undefined {
  const markets = marketsOf(world, jetton).filter(({ counterpart }) => isBaseAsset(world, counterpart));
  return bestMarket(world, `direct ${jetton}`, markets, (asset) =>
    baseAssetValue(world, asset, 'ton', { time: world.clock }),
  );
}

/** Returns the value of one whole unit of an asset as a counterpart. */
export function assetValue(
  world: World,
  asset: RawAddress,
  unit: Unit,
  instant: Instant,
): Fraction | undefined {
  if (isBaseAsset(world, asset)) return baseAssetValue(world, asset, unit, instant);
  const direct = directMarket(world, asset);
  return direct && marketPrice(world, direct, unit, instant)?.value;
}

interface Price {
  readonly tick: Swap;
  /** Undefined if the counterpart has no value. */
  readonly value: Fraction | undefined;
}

/** Returns the market's latest price at an instant, with the counterpart valued at that instant. */
export function marketPrice(world: World, market: Market, unit: Unit, instant: Instant): Price | undefined {
  const tick = latestTick(world, market.pool.address, instant);
  if (!tick) return undefined;
  const counterpart = assetValue(world, market.counterpart, unit, instant);
  return { tick, value: counterpart && ratio(world, market, tick).times(counterpart) };
}

/** Returns the best-ranked market whose counterpart is TON, a stablecoin or a jetton with a direct market. */
export function referenceMarket(world: World, jetton: RawAddress): Market | undefined {
  const markets = marketsOf(world, jetton).filter(
    ({ counterpart }) => isBaseAsset(world, counterpart) || directMarket(world, counterpart) !== undefined,
  );
  return bestMarket(world, `reference ${jetton}`, markets, (asset) =>
    assetValue(world, asset, 'ton', { time: world.clock }),
  );
}

/** Returns the price of a jetton in its reference market. */
export function jettonPrice(
  world: World,
  jetton: RawAddress,
  unit: Unit,
  instant: Instant,
): Price | undefined {
  const reference = referenceMarket(world, jetton);
  const price = reference && marketPrice(world, reference, unit, instant);
  return price && unit === 'usd' && world.stables.has(jetton) ? { ...price, value: ONE } : price;
}

/** Returns the value of one whole unit of an asset in a pool's reserves. Jettons without a direct market use their price. */
export function reserveValue(world: World, asset: RawAddress, unit: Unit): Fraction | undefined {
  const instant = { time: world.clock };
  const valued = isBaseAsset(world, asset) || directMarket(world, asset) !== undefined;
  return valued ? assetValue(world, asset, unit, instant) : jettonPrice(world, asset, unit, instant)?.value;
}

/** Returns the price in TON or, converted from USD, in a fiat currency. */
export function priceIn(
  world: World,
  jetton: RawAddress,
  currency: string,
  time: number,
): Fraction | undefined {
  if (currency === 'ton') return jettonPrice(world, jetton, 'ton', { time })?.value;
  const dollars = jettonPrice(world, jetton, 'usd', { time })?.value;
  const rate = fiatRate(world, currency, time);
  return dollars && rate && dollars.times(rate);
}
