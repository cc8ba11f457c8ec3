import type { Order, SortField } from '#contract/enums.ts';
import { compareDecimals } from '#web/lib/numbers/decimal-text.ts';
import { type JettonMeasurements, type LoadedActivity, sortValue } from './measurements.ts';

export interface SortableRow {
  readonly jetton: JettonMeasurements;
  readonly activity: LoadedActivity;
}

/** Rows in the order of the service's lists; undefined where a value that decides was not read. */
export function sortRows<Row extends SortableRow>(
  rows: readonly Row[],
  sort: SortField,
  order: Order,
): Row[] | undefined {
  // No answer carries the sum in TON, and the one in USD stands in the same order.
  const read = sort === 'tvl' ? 'liquidityUsd' : sort;
  const valued = rows.map((row) => ({ row, value: sortValue(read, row.jetton, row.activity) }));
  if (valued.some(({ value }) => value === 'unavailable')) return undefined;
  const sign = orderSign(order);
  return valued
    .sort((a, b) => compareValues(a.value, b.value, sign) || compareAddresses(a.row, b.row))
    .map(({ row }) => row);
}

function compareAddresses({ jetton: a }: SortableRow, { jetton: b }: SortableRow): number {
  return a.identity.address < b.identity.address ? -1 : 1;
}

export type SortableValue = ReturnType<typeof sortValue>;

export function orderSign(order: Order): number {
  return order === 'asc' ? 1 : -1;
}

/** What the service knows no value of comes last in either order. */
export function compareValues(a: SortableValue, b: SortableValue, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a instanceof Date || b instanceof Date) return sign * (Number(a) - Number(b));
  return sign * compareDecimals(a, b);
}
