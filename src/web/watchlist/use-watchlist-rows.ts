import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowSource } from '#web/grid/rows/list-query.ts';
import type { RowList } from '#web/grid/rows/loaded-rows.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { type AddressListRow, addressList } from './address-list.ts';
import { useSeenAddresses } from './use-seen-addresses.ts';

export interface WatchlistRows {
  readonly source: RowSource;
  /** Addresses without a jetton. */
  readonly notFound: readonly string[];
  readonly isSorted: boolean;
}

const none: readonly AddressListRow[] = [];

/** Rows of the jettons at `addresses`. Removing an address removes its row without a new request. */
export function useWatchlistRows(addresses: readonly string[], { sort, order }: ScreenFilter): WatchlistRows {
  const requested = useSeenAddresses(addresses);
  const list = useQuery({
    ...addressList(requested, { sort, order }),
    placeholderData: keepPreviousData,
    enabled: requested.length > 0,
  });
  const all = list.data?.rows ?? none;
  const rows = useMemo(() => rowListOf(all, new Set(addresses)), [all, addresses]);
  const isCurrent = list.isSuccess && !list.isPlaceholderData;
  return {
    source: {
      requestedKey: '',
      loadedKey: '',
      list: {
        ...list,
        hasNextPage: false,
        isFetchNextPageError: false,
        fetchNextPage: () => list.refetch(),
      },
      rows,
      rerank: () => void list.refetch(),
    },
    notFound: isCurrent ? addresses.filter((address) => !rows.indexOf.has(address)) : [],
    isSorted: list.data?.isSorted ?? true,
  };
}

function rowListOf(all: readonly AddressListRow[], chosen: ReadonlySet<string>): RowList {
  const shown = all.filter(({ jetton }) => chosen.has(jetton.identity.address));
  const rows = shown.map(({ jetton }) => jetton);
  return {
    pages: [...new Set(shown.map(({ page }) => page))],
    rows,
    pageOf: shown.map(({ page }) => page),
    indexOf: new Map(rows.map(({ identity }, index) => [identity.address, index])),
  };
}
