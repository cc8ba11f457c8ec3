import type { SortField } from '#contract/enums.ts';
import {
  compareDecimals,
  type DecimalText,
  parseDecimal,
  roundToDouble,
} from '#web/lib/numbers/decimal-text.ts';
import {
  type ActivityMeasurements,
  type JettonMeasurements,
  needsActivity,
  sortValue,
} from './measurements.ts';
import type { NumberKind } from './ranges.ts';

export type MinimumKind = NumberKind | 'date';

/** What a minimum on a sort field is written in; no answer of the service carries `tvl`, so that has none. */
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

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;
const MIDNIGHT = 'T00:00:00.000Z';

/** The one spelling of a minimum on the sort field, or undefined where it is none. */
export function normalizeMinimum(sort: SortField, text: string): string | undefined {
  const kind = minimumKinds[sort];
  if (kind === undefined) return undefined;
  if (kind === 'date') return dateText(text);
  const number = parseDecimal(text);
  if (number === undefined) return undefined;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

function dateText(text: string): string | undefined {
  const time = new Date(text);
  // 30 February reads as 1 March.
  const exists =
    DATE.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10));
  return exists ? time.toISOString().replace(MIDNIGHT, '') : undefined;
}

/**
 * Whether a list in descending order has ended where this jetton stands; undefined while a value that decides has not
 * been read. Statistics are `null` where the service knows none.
 */
export function isBelowMinimum(
  floor: string,
  sort: SortField,
  jetton: JettonMeasurements,
  activity: ActivityMeasurements | null | undefined,
): boolean | undefined {
  if (activity === null && needsActivity(sort)) return true;
  const value = sortValue(sort, jetton, activity ?? 'unavailable');
  return value === 'unavailable' ? undefined : isValueBelowMinimum(sort, value, floor);
}

/** A list in descending order ends before the first value that is under its floor or unknown. */
export function isValueBelowMinimum(
  sort: SortField,
  value: DecimalText | Date | undefined,
  floor: string,
): boolean {
  if (value === undefined) return true;
  if (value instanceof Date) return value < new Date(floor);
  return minimumKinds[sort] !== 'date' && compareDecimals(value, floor) < 0;
}
