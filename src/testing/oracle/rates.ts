import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Swap } from './dataset.ts';
import { type Fraction, ONE } from './fraction.ts';
import { type Instant, latestTick, type World, wholeUnits } from './world.ts';

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
export function isBaseAsset(world: World, asset: RawAddress): boolean {
  return asset === TON_ADDRESS || world.stables.has(asset);
}

/** Returns the value of TON or a stablecoin; undefined if unknown or for other jettons. */
export function baseAssetValue(
  world: World,
  asset: RawAddress,
  unit: Unit,
  instant: Instant,
): Fraction | undefined {
  if (asset === TON_ADDRESS) return unit === 'ton' ? ONE : tonInUsd(world, instant);
  if (!world.stables.has(asset)) return undefined;
  if (unit === 'usd') return ONE;
  const dollars = tonInUsd(world, instant);
  return dollars && ONE.over(dollars);
}
