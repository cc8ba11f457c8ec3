import { isDust } from '#contract/dust.ts';
import { BadValueError } from './bad-value-error.ts';
import { MAX_BASE_UNITS, MAX_ORDERS_OF_MAGNITUDE } from './limits.ts';

export interface SwapAmount {
  /** Digits of an integer in base units, without leading zeros. */
  readonly amount: string;
  readonly decimals: number;
}

/** Ensures that the amounts of a swap, and its price unless it is dust, are within the limits. Throws BadValueError. */
export function requireSupportedSwap(side0: SwapAmount, side1: SwapAmount): void {
  const amounts = [side0, side1].map(({ amount }) => BigInt(amount));
  const [amount0 = 0n, amount1 = 0n] = amounts;
  if (amount0 === 0n || amount1 === 0n) throw new BadValueError('an amount is 0');
  if (amounts.some((amount) => amount > MAX_BASE_UNITS))
    throw new BadValueError('an amount exceeds 256 bits');
  const orders0 = orderOfMagnitude('an amount', side0.amount.length, side0.decimals);
  const orders1 = orderOfMagnitude('an amount', side1.amount.length, side1.decimals);
  if (!isDust(amount0, amount1)) requireSupportedPrice(orders0, orders1);
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
