import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { operations } from '#contract/operations.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { isFilling } from '#web/api/queries/feed-state.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { fetchListPage } from '#web/list/jetton-queries.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import type { RowList, RowSource } from './loaded-rows.ts';

interface Options {
  readonly filter: ScreenFilter;
  readonly source: RowSource;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly focusRow: (index: number) => void;
  /** Whether rows must not move for another reason. */
  readonly isBlocked: boolean;
}

export interface NewJettons {
  /** Number of jettons to show on request. */
  readonly count: number;
  /** Whether there may be more than `count`. */
  readonly hasMore: boolean;
  /** Shows them at the top of the list, which is scrolled into view; `movesFocus` to the first row. */
  readonly show: (options: { readonly movesFocus: boolean }) => void;
}

/**
 * Polls for jettons that the list does not contain: in a list of the newest jettons, and in any list while the market is
 * being loaded. In a list of the newest, they appear automatically while the user is not reading, pointing at or navigating
 * the rows; otherwise, on request.
 */
export function useNewJettons({ filter, source, scroller, focusRow, isBlocked }: Options): NewJettons {
  const { list, rows, requestedKey, loadedKey, rerank, insertFirst } = source;
  const { data: status } = useQuery(serviceStatus());
  const { isPaused } = useLiveUpdates();
  const isNewestFirst = filter.sort === 'createdAt' && filter.order === 'desc';
  const isLoaded = list.isSuccess && !list.isPlaceholderData && requestedKey === loadedKey;
  const isPolled = isNewestFirst || (status != null && isFilling(status));
  const { data: first } = useQuery({
    ...firstJettons(filter, isLoaded ? rows.pages[0]?.loadedAt : undefined),
    enabled: insertFirst !== undefined && isPolled && isLoaded && !isPaused && !status?.clockFixed,
  });
  const isNew = first.map(({ identity }) => !rows.indexOf.has(identity.address));
  const count = isLoaded && isPolled ? isNew.filter(Boolean).length : 0;
  const hasMore = count === POLLED_JETTONS;

  const load = () => {
    // Without a jetton in common, others may be between the new ones and the rows.
    if (isNewestFirst && !hasMore && rows.rows.length > 0)
      insertFirst?.(first.slice(0, isNew.lastIndexOf(true) + 1));
    else rerank(1);
  };

  const canAppear = isNewestFirst || rows.rows.length === 0;
  const loaded = useRef(first);
  useEffect(() => {
    if (count === 0 || !canAppear || isBlocked || list.isFetching || loaded.current === first) return;
    if (scroller.current && isInUse(scroller.current)) return;
    // Once for each response, in case the list never contains them.
    loaded.current = first;
    load();
  });

  const rowsBeforeFocus = useRef<RowList>(undefined);
  useEffect(() => {
    const before = rowsBeforeFocus.current;
    if (!before || before === rows || rows.rows.length === 0) return;
    rowsBeforeFocus.current = undefined;
    // The button had the focus and is gone, unless the user has moved the focus meanwhile.
    if (document.activeElement === document.body) focusRow(0);
  });

  return {
    count,
    hasMore,
    show: ({ movesFocus }) => {
      rowsBeforeFocus.current = movesFocus ? rows : undefined;
      scroller.current?.scrollTo({ top: 0 });
      load();
    },
  };
}

/** Returns whether inserting rows at the top would move rows that the user is reading, pointing at or navigating. */
function isInUse(scroller: HTMLElement): boolean {
  const header = scroller.querySelector('[role=rowgroup]');
  const isWithinRows = (element: Element) => scroller.contains(element) && !header?.contains(element);
  const isPointedAt = scroller.matches(':hover') && !header?.matches(':hover');
  const { activeElement } = document;
  return scroller.scrollTop > 0 || isPointedAt || (activeElement !== null && isWithinRows(activeElement));
}

const INTERVAL_MS = 10_000;
/** More new jettons than this in ten seconds are rare. */
const POLLED_JETTONS = 20;

const none: readonly ListedJetton[] = [];

/**
 * Query that fetches the first jettons of a list every ten seconds, to find those that the loaded list does not contain.
 * The first request is due ten seconds after `loadedAt`, the time in milliseconds at which the list was loaded.
 */
export function firstJettons(filter: ScreenFilter, loadedAt: number | undefined) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'first', filter],
    queryFn: async ({ client, signal }) => {
      const input = { ...filter, limit: POLLED_JETTONS };
      return (await fetchListPage(client, input, { signal, priority: 'live' })).items;
    },
    initialData: none,
    initialDataUpdatedAt: () => loadedAt,
    refetchInterval: INTERVAL_MS,
    staleTime: INTERVAL_MS,
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  });
}
