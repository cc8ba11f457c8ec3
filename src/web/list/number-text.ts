import { formatSign } from '#contract/format/format-numbers.ts';
import { boundFromUsd, type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { formatDuration, formatTime, timeOfSeconds } from '#web/money/times.ts';
import type { Range } from './list-filter.ts';
import type { NumberKind } from './measure-texts.ts';
import { formatShortNumber } from './short-numbers.ts';
import { type BoundEnd, excludedValue } from './strict-bounds.ts';

/** Formats a filter value, with sums in USD or in the currency of a rate, for example $50k, 50k EUR, 1k, +5%, −3%, 7d or 2026-01-20. */
export function filterNumberText(kind: NumberKind, number: DecimalText, rate?: ExchangeRate | null): string {
  switch (kind) {
    case 'sum':
      return rate
        ? `${formatShortNumber(boundFromUsd(number, rate))} ${sumUnit(rate)}`
        : `$${formatShortNumber(number)}`;
    case 'count':
      return formatShortNumber(number);
    case 'duration':
      return formatDuration(number);
    case 'time':
      return dateText(formatTime(timeOfSeconds(number)));
    case 'percent':
      return percentText(number);
  }
}

function dateText(time: string): string {
  return time.replace('T', ' ').replace(/(:00)?(\.000)?Z$/, ' UTC');
}

function percentText(number: DecimalText): string {
  const isNegative = number.startsWith('-');
  const sign = isNegative ? formatSign(true) : number === '0' ? '' : '+';
  return `${sign}${isNegative ? number.slice(1) : number}%`;
}

/** Formats a range, for example "≥ $50k", "< $1m", "$50k to $1m", "> $50k, ≤ $1m" or "= 60". */
export function rangeText(kind: NumberKind, { min, max }: Range, rate?: ExchangeRate | null): string {
  const low = min === undefined ? undefined : boundText(kind, 'min', min, rate);
  const high = max === undefined ? undefined : boundText(kind, 'max', max, rate);
  if (min === undefined || max === undefined || !low || !high) return low?.text ?? high?.text ?? 'any';
  if (low.isStrict || high.isStrict) return `${low.text}, ${high.text}`;
  return min === max
    ? `= ${filterNumberText(kind, min, rate)}`
    : `${filterNumberText(kind, min, rate)} to ${filterNumberText(kind, max, rate)}`;
}

function boundText(kind: NumberKind, end: BoundEnd, bound: DecimalText, rate?: ExchangeRate | null) {
  const excluded = excludedValue(kind, end, bound);
  const isStrict = excluded !== undefined;
  const sign = end === 'min' ? (isStrict ? '>' : '≥') : isStrict ? '<' : '≤';
  return { text: `${sign} ${filterNumberText(kind, excluded ?? bound, rate)}`, isStrict };
}
