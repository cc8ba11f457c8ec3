import type { Amount } from '#contract/amount.ts';

/** The number 0.DIGITS × 10^point: {digits: '6639', point: 0} is 0.6639. Zero has no digits. */
export interface SignificantDigits {
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
