import { useState } from 'react';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { countMovedRows } from './count-moved-rows.ts';
import type { RowSource } from './row-source.ts';
import type { RowDataSource } from './use-row-data.ts';

/** The order stays until the user asks: how many rows it is out by, and the way to the new one. */
export function useRerank(filter: ScreenFilter, { rows, rank }: RowSource, data: RowDataSource) {
  const { liveAt } = data;
  const [counted, setCounted] = useState({ at: liveAt, moved: 0 });
  const setMoved = (moved: number) => setCounted({ at: liveAt, moved });
  if (counted.at !== liveAt) {
    const known = data.drawn.indexes.flatMap((index) => {
      const row = data.at(index);
      return row ? [{ jetton: row.jetton, activity: row.activity ?? 'unread' } as const] : [];
    });
    setMoved(countMovedRows(known, filter.sort, filter.order));
  }
  const again = () => {
    const last = data.drawn.indexes.at(-1);
    const page = last === undefined ? undefined : rows.pageOf[last];
    setMoved(0);
    rank(page ? rows.pages.indexOf(page) + 1 : 1);
  };
  return { moved: counted.moved, again };
}
