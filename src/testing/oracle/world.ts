import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { Fraction } from './fraction.ts';
import type { Dataset, Jetton, Pool, Swap } from './read-dataset.ts';

/** A point in time, in milliseconds. Without `lt`, it is after everything in its millisecond. */
export interface Instant {
  readonly time: number;
  readonly lt?: bigint;
}

/** A pool seen from one of its jettons. */
export interface Market {
  readonly pool: Pool;
  readonly side: 0 | 1;
  readonly jetton: RawAddress;
  readonly counterpart: RawAddress;
}

/** A dataset as of a clock: excludes everything later. */
export interface World {
  /** Milliseconds. */
  readonly clock: number;
  readonly dataset: Dataset;
  readonly stables: ReadonlySet<RawAddress>;
  /** Displayed units per unit of the contract, of jettons that are scaled. */
  readonly multipliers: ReadonlyMap<RawAddress, Fraction>;
  /** Swaps by pool, oldest first. */
  readonly swaps: ReadonlyMap<RawAddress, readonly Swap[]>;
  /** Markets by jetton. */
  readonly markets: ReadonlyMap<RawAddress, readonly Market[]>;
  /** Cache of `bestMarket`. */
  readonly bestMarkets: Map<string, Market | undefined>;
}

const TON_DECIMALS = 9;
const DUST_BELOW = { withoutDecimals: 100n, others: 1000n };

function byTimeThenLt(a: Swap, b: Swap): number {
  return a.time - b.time || (a.lt < b.lt ? -1 : 1);
}

export function worldAt(dataset: Dataset, stables: Iterable<RawAddress>, clock: Date): World {
  const swaps = new Map<RawAddress, Swap[]>();
  const markets = new Map<RawAddress, Market[]>();
  for (const pool of dataset.pools.values()) {
    const upToClock = dataset.swaps.filter(
      (swap) => swap.pool === pool.address && swap.time <= clock.getTime(),
    );
    swaps.set(pool.address, upToClock.toSorted(byTimeThenLt));
    for (const side of [0, 1] as const) {
      const [jetton, counterpart] = [pool.assets[side], pool.assets[side === 0 ? 1 : 0]];
      if (jetton === TON_ADDRESS) continue;
      markets.set(jetton, [...(markets.get(jetton) ?? []), { pool, side, jetton, counterpart }]);
    }
  }
  return {
    clock: clock.getTime(),
    dataset,
    stables: new Set(stables),
    multipliers: new Map(),
    swaps,
    markets,
    bestMarkets: new Map(),
  };
}

export function jettonOf(world: World, address: RawAddress): Jetton {
  const jetton = world.dataset.jettons.get(address);
  if (!jetton) throw new RangeError(`no jetton ${address}`);
  return jetton;
}

export function marketsOf(world: World, jetton: RawAddress): readonly Market[] {
  return world.markets.get(jetton) ?? [];
}

export function swapsOf(world: World, pool: RawAddress): readonly Swap[] {
  return world.swaps.get(pool) ?? [];
}

export function decimalsOf(world: World, asset: RawAddress): number {
  return asset === TON_ADDRESS ? TON_DECIMALS : jettonOf(world, asset).decimals;
}

/** Converts base units of an asset to whole displayed units. */
export function wholeUnits(world: World, asset: RawAddress, units: bigint): Fraction {
  const whole = Fraction.ofUnits(units, decimalsOf(world, asset));
  const multiplier = world.multipliers.get(asset);
  return multiplier ? whole.times(multiplier) : whole;
}

/** Converts base units of an asset to base units of the displayed amount, rounded half up. */
export function displayedUnits(world: World, asset: RawAddress, units: bigint): string {
  return wholeUnits(world, asset, units).rounded(decimalsOf(world, asset)).toString();
}

export function isDust(world: World, { pool, amounts }: Swap): boolean {
  const assets = world.dataset.pools.get(pool)?.assets ?? [];
  return amounts.some((units, side) => {
    const asset = assets[side];
    const isWhole = asset !== undefined && decimalsOf(world, asset) === 0;
    return units < (isWhole ? DUST_BELOW.withoutDecimals : DUST_BELOW.others);
  });
}

function isAtOrBefore(swap: Swap, { time, lt }: Instant): boolean {
  if (swap.time !== time) return swap.time < time;
  return lt === undefined || swap.lt <= lt;
}

/** Returns the latest swap of a pool that is not dust. */
export function latestTick(world: World, pool: RawAddress, instant: Instant): Swap | undefined {
  return swapsOf(world, pool).findLast((swap) => !isDust(world, swap) && isAtOrBefore(swap, instant));
}

/** Returns the counterpart paid per whole jetton. */
export function ratio(world: World, market: Market, tick: Swap): Fraction {
  const jetton = wholeUnits(world, market.jetton, tick.amounts[market.side]);
  return counterpartAmount(world, market, tick).over(jetton);
}

export function counterpartAmount(world: World, market: Market, swap: Swap): Fraction {
  return wholeUnits(world, market.counterpart, swap.amounts[market.side === 0 ? 1 : 0]);
}
