import { type Amount, amountFromDecimal, compareAmounts } from '#contract/amount.ts';

/** An exact number in its one plain spelling: no exponent, no zeros in front or after the point's digits, no −0. */
export type DecimalText = string;

const DECIMAL = /^-?\d+(\.\d+)?$/;

export function parseDecimal(text: string): DecimalText | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = withoutEndZeros(fraction);
  const size = rest ? `${digits}.${rest}` : digits;
  return negative && size !== '0' ? `-${size}` : size;
}

// A pattern for zeros at the end takes quadratic time over zeros elsewhere, and small doubles have hundreds of them.
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export function compareDecimals(a: DecimalText, b: DecimalText): number {
  return compareAmounts(amountFromDecimal(a), amountFromDecimal(b));
}

/** value × 10^(−decimals) as text; `value` may start with zeros. */
export function decimalOfAmount({ value, decimals }: Amount): DecimalText {
  const negative = value.startsWith('-');
  const digits = (negative ? value.slice(1) : value).padStart(decimals + 1, '0');
  const point = digits.length - Math.max(decimals, 0);
  const zeros = '0'.repeat(Math.max(-decimals, 0));
  const text = decimals > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits + zeros;
  return parseDecimal(negative ? `-${text}` : text) ?? '0';
}

/** A double, digit by digit as it is written: 1.5e-7 is 0.00000015. */
export function decimalOfNumber(number: number): DecimalText {
  const [digits = '', power = '0'] = String(number).split('e');
  const { value, decimals } = amountFromDecimal(digits);
  return decimalOfAmount({ value, decimals: decimals - Number(power) });
}

/** Percents are doubles on the wire: the text is that of the nearest one. */
export function roundToDouble(number: DecimalText): DecimalText | undefined {
  const double = Number(number);
  return Number.isFinite(double) ? decimalOfNumber(double) : undefined;
}
