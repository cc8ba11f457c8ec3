import { amountFromDecimal } from '#contract/amount.ts';
import { compareDecimals, type DecimalText, decimalOfAmount, roundToDouble } from '#web/money/decimals.ts';
import type { NumberKind } from './measure-texts.ts';

export type BoundEnd = 'min' | 'max';

/**
 * Decimals of the values that the service compares: sums and percentages have six, times milliseconds. Ranges include
 * their bounds, so "more than 10" is "at least the next value after 10".
 */
const valueDecimals: Readonly<Record<NumberKind, number>> = {
  sum: 6,
  count: 0,
  percent: 6,
  duration: 3,
  time: 3,
};

/** Returns the bound that excludes `value`: the next value above (`min`) or below (`max`). Undefined if there is none. */
export function strictBound(kind: NumberKind, end: BoundEnd, value: DecimalText): DecimalText | undefined {
  const decimals = valueDecimals[kind];
  const units = roundToUnits(value, decimals, end);
  const next = decimalOfAmount({ value: String(end === 'min' ? units + 1n : units - 1n), decimals });
  if (kind !== 'percent') return next.startsWith('-') && kind !== 'time' ? undefined : next;
  // Doubles beyond 10^9 have fewer decimals.
  const double = roundToDouble(next);
  return double !== undefined && compareDecimals(double, value) !== 0 ? double : undefined;
}

/** Returns the value that a bound excludes, or undefined if the bound is the simpler number. Inverse of `strictBound`. */
export function excludedValue(kind: NumberKind, end: BoundEnd, bound: DecimalText): DecimalText | undefined {
  const decimals = valueDecimals[kind];
  const own = amountFromDecimal(bound);
  if (decimals === 0 || own.decimals !== decimals) return undefined;
  const units = BigInt(own.value);
  const value = decimalOfAmount({ value: String(end === 'min' ? units - 1n : units + 1n), decimals });
  return amountFromDecimal(value).decimals < decimals ? value : undefined;
}

/** Returns `value` in units of the last decimal, rounded towards the excluded side. */
function roundToUnits(value: DecimalText, decimals: number, end: BoundEnd): bigint {
  const own = amountFromDecimal(value);
  const units = BigInt(own.value);
  if (own.decimals <= decimals) return units * 10n ** BigInt(decimals - own.decimals);
  const divisor = 10n ** BigInt(own.decimals - decimals);
  const truncated = units / divisor;
  if (units % divisor === 0n) return truncated;
  if (end === 'min') return units < 0n ? truncated - 1n : truncated;
  return units < 0n ? truncated : truncated + 1n;
}
