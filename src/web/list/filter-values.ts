import { amountFromDecimal } from '#contract/amount.ts';
import { formatSign } from '#contract/format/format-numbers.ts';
import type { SortField } from '#contract/measures.ts';
import { boundFromUsd, type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { compareDecimals, decimalOfAmount, roundToDouble } from '#web/money/decimals.ts';
import {
  formatDuration,
  formatTime,
  parseDuration,
  parseTime,
  secondsOfTime,
  timeOfSeconds,
} from '#web/money/times.ts';
import type { Range } from './list-filter.ts';
import { type NumberKind, type RangeId, type TextKind, textKindOf } from './measure-texts.ts';

/** Parses user input: a short number, a duration such as 7d (in seconds) or a time (in seconds since 1970). */
export function parseFilterValue(kind: NumberKind, text: string): DecimalText | undefined {
  if (kind === 'duration') return parseDuration(text);
  if (kind !== 'time') return parseShortNumber(kind, text);
  const time = parseTime(text.trim().toUpperCase());
  return time && secondsOfTime(time);
}

/** Formats a value as users type it. Inverse of `parseFilterValue`. */
export function formatFilterValue(kind: NumberKind, value: DecimalText): string {
  if (kind === 'duration') return formatDuration(value);
  return kind === 'time' ? formatTime(timeOfSeconds(value)) : formatShortNumber(value);
}

/** Amounts in tables have the same units. */
const POWERS = { T: 12, B: 9, M: 6, k: 3 } as const;
const units = ['T', 'B', 'M', 'k'] as const;
/** 1.234k would be longer than 1234. */
const MAX_FRACTION_DIGITS = { T: 3, B: 3, M: 3, k: 2 } as const;

const SHORT_NUMBER = /^([+\-\u2212]?)\$?\s*([\d.,'\u2019\s]+?)\s*([kmbt]?)(?:e([+-]?\d{1,3}))?\s*%?$/i;

/**
 * Parses user input such as 50k, 1.5M, 2B, $1,000, 1 000, +5% or −3 without loss of digits. Commas separate thousands if all
 * groups have three digits (1,500), otherwise a single comma is the decimal separator (12,5). Only percentages may be
 * negative, and counts must be integers. Returns undefined for invalid input.
 */
export function parseShortNumber(
  kind: Exclude<NumberKind, 'duration' | 'time'>,
  text: string,
): DecimalText | undefined {
  const [, sign = '', body = '', unit = '', exponent = '0'] = SHORT_NUMBER.exec(text.trim()) ?? [];
  const plain = plainDigits(body);
  if (plain === undefined) return undefined;
  const { value, decimals } = amountFromDecimal(plain);
  const magnitude = decimalOfAmount({ value, decimals: decimals - powerOf(unit) - Number(exponent) });
  const number = sign === '' || sign === '+' || magnitude === '0' ? magnitude : `-${magnitude}`;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

function powerOf(unit: string): number {
  const [, power = 0] =
    Object.entries(POWERS).find(([name]) => name.toLowerCase() === unit.toLowerCase()) ?? [];
  return power;
}

function plainDigits(body: string): string | undefined {
  const [grouped = ''] = /^\d{1,3}(?:[\s'\u2019]\d{3})+(?!\d)/.exec(body) ?? [];
  const ungrouped = grouped.replace(/\D/g, '') + body.slice(grouped.length);
  const decimal = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(ungrouped)
    ? ungrouped.replaceAll(',', '')
    : ungrouped.replace(/^(\d*),(\d+)$/, '$1.$2');
  if (!/^(\d+\.?\d*|\.\d+)$/.test(decimal)) return undefined;
  return decimal.replace(/^\./, '0.').replace(/\.$/, '');
}

/** Abbreviates a number if that is exact: 50000 is 50k, 1250000 is 1.25M, 1234567 is unchanged. Inverse of `parseShortNumber`. */
export function formatShortNumber(number: DecimalText): string {
  const { value, decimals } = amountFromDecimal(number);
  for (const unit of units) {
    const [whole = '', fraction = ''] = decimalOfAmount({ value, decimals: decimals + POWERS[unit] }).split(
      '.',
    );
    // 43023k is harder to read than 43.023M or all digits.
    const isGroup = whole.length <= 3 || unit === 'T';
    if (/[1-9]/.test(whole) && isGroup && fraction.length <= MAX_FRACTION_DIGITS[unit])
      return fraction ? `${whole}.${fraction}${unit}` : whole + unit;
  }
  return number;
}

export type BoundEnd = 'min' | 'max';

/**
 * Decimals of the values that the service compares: sums and percentages have six, times milliseconds. Ranges include
 * their bounds, so "more than 10" is "at least the next value after 10".
 */
const valueDecimals: Readonly<Record<TextKind, number>> = {
  sum: 6,
  count: 0,
  percent: 6,
  share: 6,
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
export function excludedValue(kind: TextKind, end: BoundEnd, bound: DecimalText): DecimalText | undefined {
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

/** Formats a filter value, with sums in USD or in the currency of a rate, for example $50k, 50k EUR, 1k, +5%, −3%, 20% (a share), 7d or 2026-01-20. */
export function filterNumberText(kind: TextKind, number: DecimalText, rate?: ExchangeRate | null): string {
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
    case 'share':
      return `${number}%`;
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
export function rangeText(id: RangeId | SortField, { min, max }: Range, rate?: ExchangeRate | null): string {
  const kind = textKindOf(id);
  const low = min === undefined ? undefined : boundText(kind, 'min', min, rate);
  const high = max === undefined ? undefined : boundText(kind, 'max', max, rate);
  if (min === undefined || max === undefined || !low || !high) return low?.text ?? high?.text ?? 'any';
  if (low.isStrict || high.isStrict) return `${low.text}, ${high.text}`;
  return min === max
    ? `= ${filterNumberText(kind, min, rate)}`
    : `${filterNumberText(kind, min, rate)} to ${filterNumberText(kind, max, rate)}`;
}

function boundText(kind: TextKind, end: BoundEnd, bound: DecimalText, rate?: ExchangeRate | null) {
  const excluded = excludedValue(kind, end, bound);
  const isStrict = excluded !== undefined;
  const sign = end === 'min' ? (isStrict ? '>' : '≥') : isStrict ? '<' : '≤';
  return { text: `${sign} ${filterNumberText(kind, excluded ?? bound, rate)}`, isStrict };
}
