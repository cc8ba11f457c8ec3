import { type Amount, amountFromDecimal, compareAmounts } from '#contract/amount.ts';

/** An exact decimal number in normalized form: no exponent, no leading or trailing zeros, no −0. */
export type DecimalText = string;

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Returns the normalized form of a decimal, or undefined if the text is not a plain decimal. */
export function parseDecimal(text: string): DecimalText | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const significant = trimTrailingZeros(fraction);
  const magnitude = significant ? `${digits}.${significant}` : digits;
  return isNegative && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

// A regular expression would take quadratic time, and small doubles have hundreds of zeros.
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export function compareDecimals(a: DecimalText, b: DecimalText): number {
  return compareAmounts(amountFromDecimal(a), amountFromDecimal(b));
}

/** Returns value × 10^(−decimals) as a normalized decimal. `value` may have leading zeros. */
export function decimalOfAmount({ value, decimals }: Amount): DecimalText {
  const isNegative = value.startsWith('-');
  const digits = (isNegative ? value.slice(1) : value).padStart(decimals + 1, '0');
  const point = digits.length - Math.max(decimals, 0);
  const zeros = '0'.repeat(Math.max(-decimals, 0));
  const text = decimals > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits + zeros;
  return parseDecimal(isNegative ? `-${text}` : text) ?? '0';
}

/** Returns the shortest decimal of a double without an exponent: 1.5e-7 is 0.00000015. */
export function decimalOfNumber(number: number): DecimalText {
  const [digits = '', power = '0'] = String(number).split('e');
  const { value, decimals } = amountFromDecimal(digits);
  return decimalOfAmount({ value, decimals: decimals - Number(power) });
}

/** Rounds to the nearest double, as percentages are sent in JSON. Returns undefined if out of range. */
export function roundToDouble(number: DecimalText): DecimalText | undefined {
  const double = Number(number);
  return Number.isFinite(double) ? decimalOfNumber(double) : undefined;
}
