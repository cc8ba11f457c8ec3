import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScreenFilter } from '#web/lib/screen.ts';
import { movedRows } from './moved-rows.ts';
import type { RowList } from './row-list.ts';
import { jettonRows, type useJettonRows } from './use-jetton-rows.ts';
import type { RowDataSource } from './use-row-data.ts';

/** The order stays until the user asks: how many rows it is out by, and the way to the new one. */
export function useRank(
  filter: ScreenFilter,
  rows: RowList,
  data: RowDataSource,
  list: ReturnType<typeof useJettonRows>['list'],
) {
  const client = useQueryClient();
  const { liveAt } = data;
  const [counted, setCounted] = useState({ at: liveAt, moved: 0 });
  const setMoved = (moved: number) => setCounted({ at: liveAt, moved });
  if (counted.at !== liveAt) {
    const known = data.drawn.flatMap(({ index }) => {
      const row = data.at(index);
      return row ? [{ jetton: row.jetton, activity: row.activity ?? 'unread' } as const] : [];
    });
    setMoved(movedRows(known, filter.sort, filter.order));
  }
  const again = () => {
    const last = data.drawn.at(-1);
    const page = last && rows.pageOf[last.index];
    const kept = page ? rows.pages.indexOf(page) + 1 : 1;
    // Pages below those that are seen are asked for again when they are near.
    client.setQueryData(
      jettonRows(filter).queryKey,
      (known) => known && { pages: known.pages.slice(0, kept), pageParams: known.pageParams.slice(0, kept) },
    );
    setMoved(0);
    void list.refetch();
  };
  return { moved: counted.moved, again };
}
