import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jettonList } from '#web/api/queries.ts';
import type { ScreenFilter } from '#web/lib/screen.ts';
import { extendRows, noRows } from './row-list.ts';

/** As many as the service gives at once. */
export const LIST_PAGE = 100;

export function jettonRows(filter: ScreenFilter) {
  return jettonList({ ...filter, limit: LIST_PAGE });
}

/** The pages of the list as one. While another question is being answered, the rows of the one before stay. */
export function useJettonRows(filter: ScreenFilter) {
  const list = useInfiniteQuery({ ...jettonRows(filter), placeholderData: keepPreviousData });
  const [known, setKnown] = useState(noRows);
  const rows = extendRows(known, list.data?.pages ?? noRows.pages);
  if (rows !== known) setKnown(rows);
  return { list, rows };
}
