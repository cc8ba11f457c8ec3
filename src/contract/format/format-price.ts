import type { Amount } from '#contract/amount.ts';
import { formatDecimal, formatSign, magnitude, toSignificantDigits } from './significant-digits.ts';

/** Traders compare prices by their leading digits. */
const PRICE_DIGITS = 4;
/** Minimum number of zeros after the decimal point to be replaced by their count. */
const MIN_COUNTED_ZEROS = 2;

/** Rendered as `head`, then `zeros` in subscript, then `tail`. */
export interface FormattedPrice {
  readonly head: string;
  readonly zeros?: number;
  readonly tail?: string;
}

/** Formats 1.5063 as 1.506, 67891.2 as 67,891 and 0.00000123 as 0.0₅123. */
export function formatPrice(price: Amount, count = PRICE_DIGITS): FormattedPrice {
  // Never rounds digits before the decimal point.
  const shown = toSignificantDigits(price, Math.max(count, magnitude(price)));
  if (shown.digits === '') return { head: '0' };
  const sign = formatSign(shown.negative);
  const zeros = -shown.point;
  if (zeros < MIN_COUNTED_ZEROS) return { head: sign + formatDecimal(shown) };
  return { head: `${sign}0.0`, zeros, tail: shown.digits.replace(/0+$/, '') };
}
