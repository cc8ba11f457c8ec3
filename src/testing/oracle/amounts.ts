import type { Amount } from '#contract/amount.ts';
import type { Fraction } from './fraction.ts';

const LEAST_DECIMALS = 9;
const MOST_DECIMALS = 40;
// The smallest integer of nine digits.
const NINE_DIGITS = 10n ** 8n;

/** At least nine significant digits: the fewest decimals from 9 to 40 that allow it. */
export function priceAmount(price: Fraction): Amount {
  let decimals = LEAST_DECIMALS;
  while (decimals < MOST_DECIMALS && price.rounded(decimals) < NINE_DIGITS) decimals += 1;
  return { value: price.rounded(decimals).toString(), decimals };
}

export function tonAmount(sum: Fraction): Amount {
  return { value: sum.rounded(9).toString(), decimals: 9 };
}

/** USD and every other fiat currency. */
export function fiatAmount(sum: Fraction): Amount {
  return { value: sum.rounded(6).toString(), decimals: 6 };
}
