import type { Order, SortField } from '#contract/enums.ts';
import { sortValue } from '#web/lib/screen/measurements.ts';
import { compareValues, orderSign, type SortableRow } from '#web/lib/screen/sort-rows.ts';

/** How many of the rows would stand elsewhere among themselves if they were ranked by what is known now. */
export function countMovedRows(rows: readonly SortableRow[], sort: SortField, order: Order): number {
  const values = rows.map(({ jetton, activity }) => sortValue(sort, jetton, activity));
  if (values.includes('unread')) return 0;
  const sign = orderSign(order);
  const inOrder = values
    .map((_, index) => index)
    .sort((a, b) => compareValues(values[a], values[b], sign) || a - b);
  return inOrder.filter((row, index) => row !== index).length;
}
