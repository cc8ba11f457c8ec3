import type { Amount } from '#contract/amount.ts';
import { type PricePeriod, periodSeconds, pricePeriods } from '#contract/enums.ts';
import type { AmountChange, countChange } from '#contract/period-sets.ts';
import { Fraction } from './fraction.ts';
import type { World } from './world.ts';

const MIN_DECIMALS = 9;
const MAX_DECIMALS = 40;
/** The smallest integer with nine digits. */
const NINE_DIGITS = 10n ** 8n;

/** Returns the price with the fewest decimals from 9 to 40 that give nine significant digits. */
export function priceAmount(price: Fraction): Amount {
  let decimals = MIN_DECIMALS;
  while (decimals < MAX_DECIMALS && price.rounded(decimals) < NINE_DIGITS) decimals += 1;
  return { value: price.rounded(decimals).toString(), decimals };
}

export function tonAmount(sum: Fraction): Amount {
  return { value: sum.rounded(9).toString(), decimals: 9 };
}

/** For USD and all other fiat currencies. */
export function fiatAmount(sum: Fraction): Amount {
  return { value: sum.rounded(6).toString(), decimals: 6 };
}

export type CountChange = (typeof countChange)['_zod']['output'];

const HUNDRED = new Fraction(100n);

function changePercent(previous: Fraction, current: Fraction): number {
  if (previous.isZero) return current.isZero ? 0 : 100;
  return current.minus(previous).over(previous).times(HUNDRED).toNumber();
}

export function amountChange(
  world: World,
  previous: Fraction,
  current: Fraction,
  write: (number: Fraction) => Amount,
): AmountChange {
  return {
    changePercent: changePercent(previous, current),
    previous: write(previous),
    current: write(current),
    calculatedAt: new Date(world.clock).toISOString(),
  };
}

export function countChangeOf(world: World, previous: number, current: number): CountChange {
  return {
    changePercent: changePercent(new Fraction(BigInt(previous)), new Fraction(BigInt(current))),
    previous: String(previous),
    current: String(current),
    calculatedAt: new Date(world.clock).toISOString(),
  };
}

/** Returns the price changes over all periods with a price at their start. */
export function priceChanges(
  world: World,
  priceAt: (time: number) => Fraction | undefined,
): Partial<Record<PricePeriod, AmountChange>> {
  const current = priceAt(world.clock);
  const changes: Partial<Record<PricePeriod, AmountChange>> = {};
  for (const period of pricePeriods) {
    const previous = priceAt(world.clock - periodSeconds[period] * 1000);
    if (current && previous) changes[period] = amountChange(world, previous, current, priceAmount);
  }
  return changes;
}
