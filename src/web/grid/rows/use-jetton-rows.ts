import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { jettonList } from '#web/api/queries/queries.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { emptyRowList, extendRows } from './row-list.ts';
import type { RowSource } from './row-source.ts';

/** As many as the service gives at once. */
const LIST_PAGE = 100;

/** The pages of the list as one. While another question is being answered, the rows of the one before stay. */
export function useJettonRows(filter: ScreenFilter): RowSource {
  const client = useQueryClient();
  const options = jettonList({ ...filter, limit: LIST_PAGE });
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const question = hashKey(options.queryKey);
  const [known, setKnown] = useState({ rows: emptyRowList, answered: question });
  const rows = extendRows(known.rows, list.data?.pages ?? emptyRowList.pages);
  const answered = list.isPlaceholderData ? known.answered : question;
  if (rows !== known.rows || answered !== known.answered) setKnown({ rows, answered });
  const rank = (pages: number) => {
    // Those below are asked for again when they are near.
    client.setQueryData(
      options.queryKey,
      (all) => all && { pages: all.pages.slice(0, pages), pageParams: all.pageParams.slice(0, pages) },
    );
    void list.refetch();
  };
  return { question, answered, list, rows, rank };
}
