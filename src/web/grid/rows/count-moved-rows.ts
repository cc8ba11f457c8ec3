import type { Order } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { measureValue } from '#web/list/measure-texts.ts';
import { compareValues, orderSign, type SortableRow } from '#web/list/sort-rows.ts';

/**
 * Returns how many of the rows would change position if they were sorted again by their current values; 0 if one of the
 * values is not loaded.
 */
export function countMovedRows(rows: readonly SortableRow[], sort: SortField, order: Order): number {
  const values = rows.map(({ jetton, activity }) => measureValue(sort, jetton, activity));
  if (values.includes('unavailable')) return 0;
  const sign = orderSign(order);
  const sorted = values
    .map((_, index) => index)
    .sort((a, b) => compareValues(values[a], values[b], sign) || a - b);
  return sorted.filter((row, index) => row !== index).length;
}
