import type { Amount } from '#contract/amount.ts';
import type { MoveUnit, Order } from '#contract/enums.ts';
import type { Jetton } from '#contract/jetton.ts';
import {
  type MeasureId,
  type MeasureKind,
  type MeasureValues,
  measureOf,
  type SortField,
} from '#contract/measures.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import {
  compareDecimals,
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/money/decimals.ts';
import { secondsOfTime } from '#web/money/times.ts';
import type { RangeId } from './measure-texts.ts';

/** Values of a list record (operation 1) that filters use. */
export interface JettonMeasurements extends Pick<Jetton, 'verification'>, MeasureValues<'jetton'> {
  readonly identity: { readonly address: string; readonly name: string; readonly symbol: string };
}

/** Values of an activity record (operation 4) that filters use. */
export interface ActivityMeasurements extends MeasureValues<'activity'> {
  /** Absent if the service has none. */
  readonly moves?: NonNullable<Activity['moves']>;
}

/** Activity of a jetton of which the service has none. */
export const noActivity: ActivityMeasurements = {};

/** Undefined: the service has no value. `unavailable`: not loaded, or the plan excludes it. */
export type Measurement<Value = DecimalText> = Value | undefined | 'unavailable';
export type MaybeActivity = ActivityMeasurements | 'unavailable';

/** Value of a measure in a decoded response. */
type RawValue = Amount | string | number | undefined;

function toDecimal(value: NonNullable<RawValue>, kind: MeasureKind): DecimalText | undefined {
  if (typeof value === 'object') return decimalOfAmount(value);
  if (typeof value === 'number') return decimalOfNumber(value);
  return kind === 'time' ? secondsOfTime(new Date(value)) : parseDecimal(value);
}

/** Returns the value of a measure as decoded. */
export function readMeasure(
  id: MeasureId,
  jetton: JettonMeasurements,
  activity: ActivityMeasurements,
): RawValue {
  const values: { readonly [Id in MeasureId]?: RawValue } =
    measureOf(id).source?.record === 'activity' ? activity : jetton;
  return values[id];
}

/** Returns the value of a measure, times in seconds since 1970. */
export function measureValue(
  id: MeasureId,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
): Measurement {
  const { source, kind } = measureOf(id);
  if (source === undefined || (source.record === 'activity' && activity === 'unavailable'))
    return 'unavailable';
  const value = readMeasure(id, jetton, activity === 'unavailable' ? noActivity : activity);
  return value === undefined ? undefined : toDecimal(value, kind);
}

/** What a list is sorted by. */
export interface Sorting {
  readonly sort: SortField;
  /** Sorts price changes by moves in this unit. */
  readonly moves?: MoveUnit | undefined;
}

/** Returns the value that a list is sorted by, times in seconds since 1970. */
export function sortedValue(
  { sort, moves }: Sorting,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
): Measurement {
  const { family, period } = measureOf(sort);
  if (family !== 'tonPriceChange' || !period || !moves || activity === 'unavailable' || !activity.moves)
    return measureValue(sort, jetton, activity);
  const percent = activity.moves[moves][period]?.percent;
  return percent === undefined ? undefined : decimalOfNumber(percent);
}

/** Returns the value that a range filter compares. The age is relative to `now`. */
export function rangeValue(
  id: RangeId,
  jetton: JettonMeasurements,
  activity: MaybeActivity,
  now: Date,
): Measurement {
  if (id !== 'age') return measureValue(id, jetton, activity);
  const { createdAt } = jetton;
  return createdAt && secondsOfTime(new Date(now.getTime() - Date.parse(createdAt)));
}

/** Returns whether the value requires activity, which a plan may exclude, or is in no response. */
export function needsActivity(id: RangeId | SortField): boolean {
  return id !== 'age' && measureOf(id).source?.record !== 'jetton';
}

export interface SortableRow {
  readonly jetton: JettonMeasurements;
  readonly activity: MaybeActivity;
}

/** Sorts rows like the lists of the service. Returns undefined if a required value is not available. */
export function sortRows<Row extends SortableRow>(
  rows: readonly Row[],
  { sort, moves }: Sorting,
  order: Order,
): Row[] | undefined {
  // No response contains `tvl`, the liquidity in TON. The liquidity in USD gives the same order.
  const field = sort === 'tvl' ? 'liquidityUsd' : sort;
  const rowsWithValue = rows.map((row) => ({
    row,
    value: sortedValue({ sort: field, moves }, row.jetton, row.activity),
  }));
  if (rowsWithValue.some(({ value }) => value === 'unavailable')) return undefined;
  const sign = orderSign(order);
  return rowsWithValue
    .sort((a, b) => compareValues(a.value, b.value, sign) || compareAddresses(a.row, b.row))
    .map(({ row }) => row);
}

function compareAddresses({ jetton: a }: SortableRow, { jetton: b }: SortableRow): number {
  return a.identity.address < b.identity.address ? -1 : 1;
}

export function orderSign(order: Order): number {
  return order === 'asc' ? 1 : -1;
}

/** Compares values for sorting. Unknown values come last in either order. */
export function compareValues(a: Measurement, b: Measurement, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * compareDecimals(a, b);
}
