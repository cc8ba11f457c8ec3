import type { Order, SortField } from '#contract/enums.ts';
import { compareDecimals } from '#web/lib/decimal-text.ts';
import { type Activity, type MeasuredJetton, sortValue } from '#web/lib/measured.ts';

export interface SortedRow {
  readonly jetton: MeasuredJetton;
  readonly activity: Activity;
}

/** How many of the rows would stand elsewhere among themselves if they were ranked by what is known now. */
export function movedRows(rows: readonly SortedRow[], sort: SortField, order: Order): number {
  const values = rows.map(({ jetton, activity }) => sortValue(sort, jetton, activity));
  if (values.includes('unread')) return 0;
  const sign = order === 'asc' ? 1 : -1;
  const ranked = values
    .map((_, index) => index)
    .sort((a, b) => compareValues(values[a], values[b], sign) || a - b);
  return ranked.filter((row, index) => row !== index).length;
}

type Value = ReturnType<typeof sortValue>;

/** What the service knows no value of comes last in either order. */
function compareValues(a: Value, b: Value, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a instanceof Date || b instanceof Date) return sign * (Number(a) - Number(b));
  return sign * compareDecimals(a, b);
}
