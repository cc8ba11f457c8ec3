import type { RawAddress } from '#contract/address.ts';
import { type Fraction, ONE } from './fraction.ts';
import { bestMarket } from './ranking.ts';
import { fiatRate, isPlain, type Unit } from './rates.ts';
import { assetValue, directMarket, marketPrice, type Price } from './values.ts';
import { type Market, type Moment, marketsOf, type World } from './world.ts';

/** The best of a jetton's markets whose counterpart is TON, a stable coin or a jetton with a direct market. */
function referenceMarket(world: World, jetton: RawAddress): Market | undefined {
  const markets = marketsOf(world, jetton).filter(
    ({ counterpart }) => isPlain(world, counterpart) || directMarket(world, counterpart) !== undefined,
  );
  return bestMarket(world, `reference ${jetton}`, markets, (asset) =>
    assetValue(world, asset, 'ton', { time: world.clock }),
  );
}

/** The price of a jetton by its reference market. */
export function jettonPrice(world: World, jetton: RawAddress, unit: Unit, moment: Moment): Price | undefined {
  const reference = referenceMarket(world, jetton);
  const price = reference && marketPrice(world, reference, unit, moment);
  return price && unit === 'usd' && world.stables.has(jetton) ? { ...price, value: ONE } : price;
}

/** What one of an asset is worth in a pool's reserves: a jetton without a direct market at its own price. */
export function reserveValue(world: World, asset: RawAddress, unit: Unit): Fraction | undefined {
  const moment = { time: world.clock };
  const valued = isPlain(world, asset) || directMarket(world, asset) !== undefined;
  return valued ? assetValue(world, asset, unit, moment) : jettonPrice(world, asset, unit, moment)?.value;
}

/** A price in TON or, by its dollars, in a fiat currency. */
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
