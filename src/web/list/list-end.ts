import { type MeasureKind, measureOf, type SortField } from '#contract/measures.ts';
import { compareDecimals, type DecimalText, parseDecimal, roundToDouble } from '#web/money/decimals.ts';
import { formatTime, parseTime, secondsOfTime, timeOfSeconds } from '#web/money/times.ts';
import { isPossible } from './list-filter.ts';
import {
  type ActivityMeasurements,
  type JettonMeasurements,
  needsActivity,
  type Sorting,
  sortedValue,
} from './measure-values.ts';

/** Returns the kind of value that a minimum of a sort field has. A field that no response contains cannot have one. */
export function minimumKind(sort: SortField): MeasureKind | undefined {
  const { kind, source } = measureOf(sort);
  return source && kind;
}

/** Returns the normalized form of a minimum of the sort field, or undefined if it is invalid. */
export function normalizeMinimum(sort: SortField, number: DecimalText): DecimalText | undefined {
  const kind = minimumKind(sort);
  if (kind === undefined) return undefined;
  if (kind === 'time') return number;
  if (!isPossible(sort, { min: number })) return undefined;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

/**
 * Parses the minimum in the parameter `floor` of a link: a decimal, or a time for `createdAt`. Returns undefined for invalid
 * text.
 */
export function parseFloor(sort: SortField, text: string): DecimalText | undefined {
  const number = minimumKind(sort) === 'time' ? parseSeconds(text) : parseDecimal(text);
  return number === undefined ? undefined : normalizeMinimum(sort, number);
}

function parseSeconds(text: string): DecimalText | undefined {
  const time = parseTime(text);
  return time && secondsOfTime(time);
}

/** Returns the parameter `floor` of a minimum. Inverse of `parseFloor`. */
export function serializeFloor(sort: SortField, minimum: DecimalText): string {
  return minimumKind(sort) === 'time' ? formatTime(timeOfSeconds(minimum)) : minimum;
}

/**
 * Returns whether a jetton is below the minimum, or undefined while the required value is not loaded. `activity` is null
 * if the service has no statistics of the jetton.
 */
export function isBelowMinimum(
  minimum: DecimalText,
  sorting: Sorting,
  jetton: JettonMeasurements,
  activity: ActivityMeasurements | null | undefined,
): boolean | undefined {
  if (activity === null && needsActivity(sorting.sort)) return true;
  const value = sortedValue(sorting, jetton, activity ?? 'unavailable');
  return value === 'unavailable' ? undefined : isValueBelowMinimum(value, minimum);
}

/** Returns whether a value is below the minimum. Unknown values are. */
export function isValueBelowMinimum(value: DecimalText | undefined, minimum: DecimalText): boolean {
  return value === undefined || compareDecimals(value, minimum) < 0;
}
