import { useState } from 'react';
import type { Order } from '#contract/enums.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import {
  compareValues,
  orderSign,
  type SortableRow,
  type Sorting,
  sortedValue,
} from '#web/list/measure-values.ts';
import type { RowSource } from './loaded-rows.ts';
import type { RowDataSource } from './use-row-data.ts';

/**
 * The order of rows changes only when the user re-ranks. Returns how many of the visible rows would move, and a function
 * that reloads the list in its current order.
 */
export function useRerank(filter: ScreenFilter, { rows, rerank }: RowSource, data: RowDataSource) {
  const { liveAt } = data;
  const [counted, setCounted] = useState({ at: liveAt, moved: 0 });
  const setMoved = (moved: number) => setCounted({ at: liveAt, moved });
  if (counted.at !== liveAt) {
    const visible = data.rendered.indexes.flatMap((index) => {
      const row = data.at(index);
      return row ? [{ jetton: row.jetton, activity: row.activity ?? 'unavailable' } as const] : [];
    });
    setMoved(countMovedRows(visible, filter, filter.order));
  }
  const rerankLoaded = () => {
    const last = data.rendered.indexes.at(-1);
    const page = last === undefined ? undefined : rows.pageOf[last];
    setMoved(0);
    rerank(page ? rows.pages.indexOf(page) + 1 : 1);
  };
  return { moved: counted.moved, rerank: rerankLoaded };
}

/**
 * Returns how many of the rows would change position if they were sorted again by their current values; 0 if one of the
 * values is not loaded.
 */
export function countMovedRows(rows: readonly SortableRow[], sorting: Sorting, order: Order): number {
  const values = rows.map(({ jetton, activity }) => sortedValue(sorting, jetton, activity));
  if (values.includes('unavailable')) return 0;
  const sign = orderSign(order);
  const sorted = values
    .map((_, index) => index)
    .sort((a, b) => compareValues(values[a], values[b], sign) || a - b);
  return sorted.filter((row, index) => row !== index).length;
}
