import type { Amount } from '#contract/amount.ts';

/** 0.DIGITS × 10^point, exact or rounded half up: {digits: '6639', point: 0} is 0.6639. Zero has no digits. */
export interface SignificantDigits {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** All digits of an amount, without zeros in front. */
function exact({ value, decimals }: Amount): SignificantDigits {
  const digits = value.replace(/^-?0*/, '');
  return { negative: value.startsWith('-'), digits, point: digits.length - decimals };
}

/** How many digits stand before the point; 0.05 has −1 of them. */
export function magnitude(amount: Amount): number {
  return exact(amount).point;
}

/** The first `count` significant digits of an amount, zeros at the end kept. */
export function toSignificantDigits(amount: Amount, count: number): SignificantDigits {
  const { negative, digits, point } = exact(amount);
  if (digits === '') return { negative: false, digits, point: 0 };
  const kept = digits.slice(0, count).padEnd(count, '0');
  if ((digits[count] ?? '0') < '5') return { negative, digits: kept, point };
  const up = (BigInt(kept) + 1n).toString();
  const carried = up.length > count;
  return { negative, digits: up.slice(0, count), point: carried ? point + 1 : point };
}

/** Plain decimal notation, thousands apart: {digits: '12345', point: 4} is 1,234.5. */
export function formatDecimal({ digits, point }: SignificantDigits): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = groupThousands(digits.slice(0, point).padEnd(point, '0'));
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A hyphen is too short beside tabular digits. */
const MINUS = '\u2212';

export function formatSign(negative: boolean): string {
  return negative ? MINUS : '';
}
