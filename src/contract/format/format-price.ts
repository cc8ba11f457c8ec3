import type { Amount } from '#contract/amount.ts';
import { formatDecimal, formatSign, magnitude, toSignificantDigits } from './significant-digits.ts';

/** Traders compare prices by their leading digits. */
const PRICE_DIGITS = 4;
/** From so many zeros after the point on, their number is written instead of them. */
const COUNTED_ZEROS = 2;

/** `head`, then the number of zeros as a subscript where there is one, then `tail`. */
export interface FormattedPrice {
  readonly head: string;
  readonly zeros?: number;
  readonly tail?: string;
}

/** 1.5063 is 1.506, 67891.2 is 67,891, 0.00000123 is 0.0₅123. */
export function formatPrice(price: Amount, count = PRICE_DIGITS): FormattedPrice {
  // Digits before the point are never rounded away.
  const shown = toSignificantDigits(price, Math.max(count, magnitude(price)));
  if (shown.digits === '') return { head: '0' };
  const sign = formatSign(shown.negative);
  const zeros = -shown.point;
  if (zeros < COUNTED_ZEROS) return { head: sign + formatDecimal(shown) };
  return { head: `${sign}0.0`, zeros, tail: shown.digits.replace(/0+$/, '') };
}
