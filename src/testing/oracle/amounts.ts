import type { Amount } from '#contract/amount.ts';
import type { Fraction } from './fraction.ts';

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
