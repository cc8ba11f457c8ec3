import { isDust } from '#contract/dust.ts';
import { BadValueError } from './bad-value-error.ts';

/**
 * Limits of imported values. Together they keep every number computed from a dataset, including the ratio of two
 * prices in USD, within 10^±300: doubles (charts, `changePercent`) are limited to 10^±308, PostgreSQL's numeric is
 * not.
 */

/** Base units: unsigned integers in TON's virtual machine have at most 256 bits. */
export const MAX_BASE_UNITS = 2n ** 256n - 1n;

/**
 * Prices and decimal numbers (volumes, exchange rates) are 0 or between 10^−40 and 10^40; a swap's amounts in whole
 * units are at least 10^−40. Amounts have at most 40 decimals (numbers: amounts), so nothing smaller could be
 * displayed; the largest real values (a jetton's price in another jetton) are below 10^30.
 *
 * A price in USD is a product of at most three prices: 10^±120, and the ratio of two 10^±240. A volume is at least
 * 10^−40 × 10^−80 and at most 10^77 (256 bits) × 10^80 for each of 10^9 swaps: their ratio is below 10^290.
 */
export const MAX_ORDERS_OF_MAGNITUDE = 40;

/** In characters. Every digit after the decimal point slows down all later arithmetic. */
export const MAX_DECIMAL_LENGTH = 100;

/** In UTF-16 code units. Maximum lengths in the public asset list: name 54, symbol 39, description 1,285, image 283. */
export const MAX_TEXT_LENGTHS = {
  name: 1_000,
  symbol: 1_000,
  description: 20_000,
  // On-chain metadata may contain a small image as a data URL.
  image: 20_000,
  type: 100,
  poolType: 100,
} as const;

/** Per field (`websites`, `social`). The public asset list has up to 9 links of up to 221 characters. */
export const MAX_LINKS = 100;
export const MAX_LINK_LENGTH = 2_048;

interface SwapAmount {
  /** Digits of an integer in base units, without leading zeros. */
  readonly amount: string;
  readonly decimals: number;
}

/** Ensures that the amounts of a swap, and its price unless it is dust, are within the limits. Throws BadValueError. */
export function requireSupportedSwap(side0: SwapAmount, side1: SwapAmount): void {
  const sides = [side0, side1].map(({ amount, decimals }) => ({ amount: BigInt(amount), decimals }));
  if (sides.some(({ amount }) => amount === 0n)) throw new BadValueError('an amount is 0');
  if (sides.some(({ amount }) => amount > MAX_BASE_UNITS))
    throw new BadValueError('an amount exceeds 256 bits');
  const orders0 = orderOfMagnitude('an amount', side0.amount.length, side0.decimals);
  const orders1 = orderOfMagnitude('an amount', side1.amount.length, side1.decimals);
  if (!isDust(...sides)) requireSupportedPrice(orders0, orders1);
}

/**
 * Returns the exponent of the smallest power of ten that exceeds an amount in whole units, given its number of digits in
 * base units. Throws BadValueError if the amount is below the limit.
 */
export function orderOfMagnitude(name: string, digits: number, decimals: number): number {
  const orders = digits - decimals;
  if (orders > -MAX_ORDERS_OF_MAGNITUDE) return orders;
  throw new BadValueError(`${name} is below 10^-${MAX_ORDERS_OF_MAGNITUDE} whole units`);
}

/** Ensures that the price is within the limits. Throws BadValueError. */
export function requireSupportedPrice(orders0: number, orders1: number): void {
  // The difference is the order of magnitude of the price, within a factor of ten.
  if (Math.abs(orders0 - orders1) < MAX_ORDERS_OF_MAGNITUDE) return;
  const most = MAX_ORDERS_OF_MAGNITUDE;
  throw new BadValueError(`the price must be between 10^-${most} and 10^${most}`);
}
