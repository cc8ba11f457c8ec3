import type { SortField } from '#contract/enums.ts';
import {
  compareDecimals,
  type DecimalText,
  parseDecimal,
  roundToDouble,
} from '#web/lib/numbers/decimal-text.ts';
import { formatTime, parseTime } from '#web/lib/numbers/times.ts';
import {
  type ActivityMeasurements,
  type JettonMeasurements,
  needsActivity,
  sortValue,
} from './measurements.ts';
import type { NumberKind } from './ranges.ts';

export type MinimumKind = Exclude<NumberKind, 'duration' | 'time'> | 'date';

/** Kind of value that a minimum of a sort field has. No response contains `tvl`, so it cannot have a minimum. */
export const minimumKinds: Readonly<Record<SortField, MinimumKind | undefined>> = {
  createdAt: 'date',
  fdmc: 'sum',
  tvl: undefined,
  liquidityUsd: 'sum',
  trustScore: 'count',
  volume24h: 'sum',
  holders: 'count',
  traders24h: 'count',
  transactions24h: 'count',
  tonPriceChangeHour: 'percent',
  tonPriceChangeHour6: 'percent',
  tonPriceChangeDay: 'percent',
  tonPriceChangeWeek: 'percent',
  tonPriceChangeMonth: 'percent',
};

/** Returns the canonical form of a minimum of the sort field, or undefined if it is invalid. */
export function normalizeMinimum(sort: SortField, text: string): string | undefined {
  const kind = minimumKinds[sort];
  if (kind === undefined) return undefined;
  if (kind === 'date') return normalizeDate(text);
  const number = parseDecimal(text);
  if (number === undefined) return undefined;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

function normalizeDate(text: string): string | undefined {
  const time = parseTime(text);
  return time && formatTime(time);
}

/**
 * Returns whether a jetton is below the minimum, or undefined while the required value is not loaded. `activity` is null
 * if the service has no statistics of the jetton.
 */
export function isBelowMinimum(
  minimum: string,
  sort: SortField,
  jetton: JettonMeasurements,
  activity: ActivityMeasurements | null | undefined,
): boolean | undefined {
  if (activity === null && needsActivity(sort)) return true;
  const value = sortValue(sort, jetton, activity ?? 'unavailable');
  return value === 'unavailable' ? undefined : isValueBelowMinimum(sort, value, minimum);
}

/** Returns whether a value is below the minimum. Unknown values are. */
export function isValueBelowMinimum(
  sort: SortField,
  value: DecimalText | Date | undefined,
  minimum: string,
): boolean {
  if (value === undefined) return true;
  if (value instanceof Date) return value < new Date(minimum);
  return minimumKinds[sort] !== 'date' && compareDecimals(value, minimum) < 0;
}
