import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jettonList } from '#web/api/queries/queries.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { emptyRowList, extendRows } from './row-list.ts';
import type { RowSource } from './row-source.ts';

/** The maximum that the service allows. */
const PAGE_SIZE = 100;

/** Returns the loaded pages of a list as one. While another list is loading, the rows of the previous one stay. */
export function useJettonRows(filter: ScreenFilter): RowSource {
  const client = useQueryClient();
  const options = jettonList({ ...filter, limit: PAGE_SIZE });
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const requestedKey = hashKey(options.queryKey);
  const [previous, setPrevious] = useState({ rows: emptyRowList, loadedKey: requestedKey });
  const rows = extendRows(previous.rows, list.data?.pages ?? emptyRowList.pages);
  const loadedKey = list.isPlaceholderData ? previous.loadedKey : requestedKey;
  if (rows !== previous.rows || loadedKey !== previous.loadedKey) setPrevious({ rows, loadedKey });
  const rerank = (pages: number) => {
    // Drop the pages below; they are loaded again on scrolling.
    client.setQueryData(
      options.queryKey,
      (all) => all && { pages: all.pages.slice(0, pages), pageParams: all.pageParams.slice(0, pages) },
    );
    void list.refetch();
  };
  return { requestedKey, loadedKey, list, rows, rerank };
}
