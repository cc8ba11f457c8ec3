import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { createPage } from '#web/api/decoding/decode-page.ts';
import { jettonList } from '#web/list/jetton-queries.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { emptyRowList, extendRows, type RowSource } from './loaded-rows.ts';

/** Returns the loaded pages of a list as one. While another list is loading, the rows of the previous one stay. */
export function useJettonRows(filter: ScreenFilter): RowSource {
  const client = useQueryClient();
  const options = jettonList(filter);
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const requestedKey = hashKey(options.queryKey);
  const [previous, setPrevious] = useState({ rows: emptyRowList, loadedKey: requestedKey });
  const rows = extendRows(previous.rows, list.data?.pages ?? emptyRowList.pages);
  const loadedKey = list.isPlaceholderData ? previous.loadedKey : requestedKey;
  if (rows !== previous.rows || loadedKey !== previous.loadedKey) setPrevious({ rows, loadedKey });
  const rerank = (pages: number) => {
    // Inserted pages are shorter than those that the service returns.
    const count = rows.pages.slice(0, pages).reduce((sum, { jettons }) => sum + jettons.length, 0);
    // Pages below are dropped; they are loaded again on scrolling. The query reports errors.
    client
      .infiniteQuery({ ...options, staleTime: 0, pages: Math.max(Math.ceil(count / MAX_LIMIT), 1) })
      .catch(() => undefined);
  };
  const insertFirst = (jettons: readonly ListedJetton[]) => {
    client.setQueryData(
      options.queryKey,
      (all) =>
        all && {
          pages: [createPage(jettons, undefined), ...all.pages],
          pageParams: [undefined, ...all.pageParams],
        },
    );
  };
  return { requestedKey, loadedKey, list, rows, rerank, insertFirst };
}
