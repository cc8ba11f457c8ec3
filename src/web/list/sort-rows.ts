import type { Order } from '#contract/enums.ts';
import { compareDecimals } from '#web/money/decimals.ts';
import {
  type JettonMeasurements,
  type MaybeActivity,
  type Measurement,
  type Sorting,
  sortedValue,
} from './measure-texts.ts';

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

export type SortableValue = Measurement;

export function orderSign(order: Order): number {
  return order === 'asc' ? 1 : -1;
}

/** Compares values for sorting. Unknown values come last in either order. */
export function compareValues(a: SortableValue, b: SortableValue, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * compareDecimals(a, b);
}
