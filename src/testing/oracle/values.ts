import type { RawAddress } from '#contract/address.ts';
import type { Swap } from './dataset.ts';
import type { Fraction } from './fraction.ts';
import { bestMarket } from './ranking.ts';
import { baseAssetValue, isBaseAsset, type Unit } from './rates.ts';
import { type Instant, latestTick, type Market, marketsOf, ratio, type World } from './world.ts';

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

export interface Price {
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
