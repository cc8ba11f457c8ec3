import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jettonList } from '#web/api/queries.ts';
import type { ScreenFilter } from '#web/lib/screen.ts';
import { extendRows, noRows } from './row-list.ts';
import type { RowSource } from './row-source.ts';

/** As many as the service gives at once. */
const LIST_PAGE = 100;

/** The pages of the list as one. While another question is being answered, the rows of the one before stay. */
export function useJettonRows(filter: ScreenFilter): RowSource {
  const client = useQueryClient();
  const options = jettonList({ ...filter, limit: LIST_PAGE });
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const [known, setKnown] = useState(noRows);
  const rows = extendRows(known, list.data?.pages ?? noRows.pages);
  if (rows !== known) setKnown(rows);
  const rank = (pages: number) => {
    // Those below are asked for again when they are near.
    client.setQueryData(
      options.queryKey,
      (all) => all && { pages: all.pages.slice(0, pages), pageParams: all.pageParams.slice(0, pages) },
    );
    void list.refetch();
  };
  return { list, rows, rank };
}
