import { useState } from 'react';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { countMovedRows } from './count-moved-rows.ts';
import type { RowSource } from './list-query.ts';
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
    setMoved(countMovedRows(visible, filter.sort, filter.order));
  }
  const rerankLoaded = () => {
    const last = data.rendered.indexes.at(-1);
    const page = last === undefined ? undefined : rows.pageOf[last];
    setMoved(0);
    rerank(page ? rows.pages.indexOf(page) + 1 : 1);
  };
  return { moved: counted.moved, rerank: rerankLoaded };
}
