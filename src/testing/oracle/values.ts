import type { RawAddress } from '#contract/address.ts';
import type { Swap } from './dataset.ts';
import type { Fraction } from './fraction.ts';
import { bestMarket } from './ranking.ts';
import { isPlain, plainValue, type Unit } from './rates.ts';
import { latestTick, type Market, type Moment, marketsOf, ratio, type World } from './world.ts';

/** The best of a jetton's markets against TON or a stable coin. */
export function directMarket(world: World, jetton: RawAddress): Market | undefined {
  const markets = marketsOf(world, jetton).filter(({ counterpart }) => isPlain(world, counterpart));
  return bestMarket(world, `direct ${jetton}`, markets, (asset) =>
    plainValue(world, asset, 'ton', { time: world.clock }),
  );
}

/** What one of an asset is worth as a counterpart. */
export function assetValue(
  world: World,
  asset: RawAddress,
  unit: Unit,
  moment: Moment,
): Fraction | undefined {
  if (isPlain(world, asset)) return plainValue(world, asset, unit, moment);
  const direct = directMarket(world, asset);
  return direct && marketPrice(world, direct, unit, moment)?.value;
}

export interface Price {
  readonly tick: Swap;
  /** Undefined where the counterpart has no value. */
  readonly value: Fraction | undefined;
}

/** The market's latest price, its counterpart valued at the moment. */
export function marketPrice(world: World, market: Market, unit: Unit, moment: Moment): Price | undefined {
  const tick = latestTick(world, market.pool.address, moment);
  if (!tick) return undefined;
  const counterpart = assetValue(world, market.counterpart, unit, moment);
  return { tick, value: counterpart && ratio(world, market, tick).times(counterpart) };
}
