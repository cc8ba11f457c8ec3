import { formatSign } from '#contract/format/significant-digits.ts';
import type { MinimumKind } from '#web/lib/screen/minimum.ts';
import type { Range } from '#web/lib/screen/ranges.ts';
import type { DecimalText } from './decimal-text.ts';
import { formatShortNumber } from './short-numbers.ts';

/** Formats a filter value, for example $50k, 1k, +5%, −3% or 2026-01-20. */
export function filterNumberText(kind: MinimumKind, number: DecimalText): string {
  if (kind === 'sum') return `$${formatShortNumber(number)}`;
  if (kind === 'count') return formatShortNumber(number);
  if (kind === 'date') return number.replace('T', ' ').replace(/(:00)?(\.000)?Z$/, ' UTC');
  const isNegative = number.startsWith('-');
  const sign = isNegative ? formatSign(true) : number === '0' ? '' : '+';
  return `${sign}${isNegative ? number.slice(1) : number}%`;
}

/** Formats a range, for example "≥ $50k", "≤ $1m", "$50k to $1m" or "= 60". */
export function rangeText(kind: MinimumKind, { min, max }: Range): string {
  if (min === undefined) return max === undefined ? 'any' : `≤ ${filterNumberText(kind, max)}`;
  if (max === undefined) return `≥ ${filterNumberText(kind, min)}`;
  return min === max
    ? `= ${filterNumberText(kind, min)}`
    : `${filterNumberText(kind, min)} to ${filterNumberText(kind, max)}`;
}
