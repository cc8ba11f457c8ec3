import type { Amount } from '#contract/amount.ts';

/** Traders compare prices by their leading digits. */
export const PRICE_DIGITS = 4;
/** Minimum number of zeros after the decimal point to be replaced by their count. */
export const MIN_COUNTED_ZEROS = 4;

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
  if (zeros < 2) return { head: sign + formatDecimal(shown) };
  // So small, digits of zero at the end only cost space.
  const tail = shown.digits.replace(/0+$/, '');
  if (zeros < MIN_COUNTED_ZEROS) return { head: `${sign}0.${'0'.repeat(zeros)}${tail}` };
  return { head: `${sign}0.0`, zeros, tail };
}

const SUBSCRIPT_ZERO = 0x2080;
const LABEL_DIGITS = 6;
/** From here on, doubles have no digits in decimal notation. */
export const MIN_EXPONENTIAL = 1e21;

/** Returns a price as plain text, as on charts: 67891.2 is 67,891.2, 0.00000123 is 0.0₅123, 1.5 × 10^21 is 1.5e21. */
export function priceLabel(price: number, digits = LABEL_DIGITS): string {
  if (!Number.isFinite(price)) return '–';
  if (price === 0) return '0';
  const sign = price < 0 ? '−' : '';
  const size = Math.abs(price);
  const [mantissa = '', exponent = '0'] = size.toExponential(digits - 1).split('e');
  const zeros = -Number(exponent) - 1;
  const significant = mantissa.replace('.', '').replace(/0+$/, '');
  if (zeros >= MIN_COUNTED_ZEROS) return `${sign}0.0${subscript(zeros)}${significant}`;
  if (size >= MIN_EXPONENTIAL) return `${sign}${Number(mantissa)}e${Number(exponent)}`;
  return sign + grouped(size, Math.max(0, Math.min(digits - 1 - Number(exponent), 20)));
}

export function subscript(count: number): string {
  return String.fromCodePoint(...Array.from(String(count), (digit) => SUBSCRIPT_ZERO + Number(digit)));
}

function grouped(size: number, decimals: number): string {
  const [whole = '', part = ''] = size.toFixed(decimals).split('.');
  const rest = part.replace(/0+$/, '');
  return groupThousands(whole) + (rest && `.${rest}`);
}

const COMPACT_DIGITS = 3;
const UNITS = ['', 'k', 'M', 'B', 'T'];

interface CompactAmount {
  readonly digits: string;
  readonly unit: string;
}

/** Formats 781852.55 as 782k, 4230000 as 4.23M and 0.056 as 0.06. Above trillions, the unit is a power of ten: e15. */
export function formatCompactAmount(amount: Amount): CompactAmount {
  const shown = toSignificantDigits(amount, COMPACT_DIGITS);
  if (shown.digits === '') return { digits: '0', unit: '' };
  const sign = formatSign(shown.negative);
  if (magnitude(amount) <= 0) return { digits: formatHundredths(amount, sign), unit: '' };
  const step = Math.floor((shown.point - 1) / 3);
  const unit = UNITS[step];
  const digits = formatDecimal({ ...shown, point: unit === undefined ? 1 : shown.point - step * 3 });
  return { digits: sign + digits, unit: unit ?? `e${shown.point - 1}` };
}

/** Rounds amounts below one to hundredths: 0.056 as 0.06, 0.004 as <0.01. */
function formatHundredths(amount: Amount, sign: string): string {
  const { digits, ...cents } = toSignificantDigits(amount, Math.max(magnitude(amount) + 2, 0));
  if (digits === '') return sign === '' ? '<0.01' : `>${sign}0.01`;
  return sign + formatDecimal({ ...cents, digits }).padEnd(4, '0');
}

export interface FormattedChange {
  readonly direction: 'up' | 'down' | 'flat';
  /** With a sign, except for values that round to zero. */
  readonly text: string;
}

/** Larger changes are meaningless to traders, and would not fit into a column. */
const MAX_PERCENT = 999_999;

/** Formats a change in percent: 0.4231 as +0.42, −31.4 as −31.4, 12500 as +12,500, and more than 999,999 as >+999,999. */
export function formatChange(percent: number): FormattedChange {
  const size = Math.abs(percent);
  const digits = changeDigits(Math.min(size, MAX_PERCENT));
  if (Number(digits) === 0) return { direction: 'flat', text: digits };
  const isCapped = size >= MAX_PERCENT + 0.5;
  return percent > 0
    ? { direction: 'up', text: `${isCapped ? '>' : ''}+${digits}` }
    : { direction: 'down', text: `${isCapped ? '<' : ''}${formatSign(true)}${digits}` };
}

function changeDigits(size: number): string {
  if (size < 9.995) return size.toFixed(2);
  return size < 99.95 ? size.toFixed(1) : formatCount(size.toFixed(0));
}

/** Formats an integer of any size: 2649800 as 2,649,800. */
export function formatCount(count: string | number): string {
  const text = String(count);
  const negative = text.startsWith('-');
  return formatSign(negative) + groupThousands(negative ? text.slice(1) : text);
}

/** Returns a number with its noun, which gets a plural -s: "1 swap", "2,000 swaps". */
export function countNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The number 0.DIGITS × 10^point: {digits: '6639', point: 0} is 0.6639. Zero has no digits. */
interface SignificantDigits {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** Returns all digits of an amount without leading zeros. */
function exactDigits({ value, decimals }: Amount): SignificantDigits {
  const digits = value.replace(/^-?0*/, '');
  return { negative: value.startsWith('-'), digits, point: digits.length - decimals };
}

/** Returns the number of digits before the decimal point: 2 for 12.5, 0 for 0.5, −1 for 0.05. */
export function magnitude(amount: Amount): number {
  return exactDigits(amount).point;
}

/** Rounds an amount half up to `count` significant digits, keeping trailing zeros. */
export function toSignificantDigits(amount: Amount, count: number): SignificantDigits {
  const { negative, digits, point } = exactDigits(amount);
  if (digits === '') return { negative: false, digits, point: 0 };
  const truncated = digits.slice(0, count).padEnd(count, '0');
  if ((digits[count] ?? '0') < '5') return { negative, digits: truncated, point };
  const roundedUp = (BigInt(truncated) + 1n).toString();
  const hasCarried = roundedUp.length > count;
  return { negative, digits: roundedUp.slice(0, count), point: hasCarried ? point + 1 : point };
}

/** Formats in decimal notation with thousands separators: {digits: '12345', point: 4} as 1,234.5. Ignores the sign. */
export function formatDecimal({ digits, point }: SignificantDigits): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = groupThousands(digits.slice(0, point).padEnd(point, '0'));
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** U+2212: a hyphen is too short next to tabular digits. */
const MINUS = '\u2212';

export function formatSign(negative: boolean): string {
  return negative ? MINUS : '';
}
