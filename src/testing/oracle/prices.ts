import type { RawAddress } from '#contract/address.ts';
import { type Fraction, ONE } from './fraction.ts';
import { bestMarket } from './ranking.ts';
import { fiatRate, isBaseAsset, type Unit } from './rates.ts';
import { assetValue, directMarket, marketPrice, type Price } from './values.ts';
import { type Instant, type Market, marketsOf, type World } from './world.ts';

/** Returns the best-ranked market whose counterpart is TON, a stablecoin or a jetton with a direct market. */
function referenceMarket(world: World, jetton: RawAddress): Market | undefined {
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
