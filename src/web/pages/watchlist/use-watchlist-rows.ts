import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AddressListRow, addressList } from '#web/api/queries/address-list.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import type { RowSource } from '#web/grid/rows/row-source.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';

export interface WatchlistRows {
  readonly source: RowSource;
  /** Addresses without a jetton. */
  readonly notFound: readonly string[];
  readonly isSorted: boolean;
}

const none: readonly AddressListRow[] = [];

/** Rows of the jettons at `addresses`. Removing an address removes its row without a new request. */
export function useWatchlistRows(addresses: readonly string[], { sort, order }: ScreenFilter): WatchlistRows {
  const requested = useSeen(addresses);
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

/** Returns all addresses that were in the list since the page was opened. */
function useSeen(addresses: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState(addresses);
  const seenSet = new Set(seen);
  const added = addresses.filter((address) => !seenSet.has(address));
  if (added.length === 0) return seen;
  const all = [...seen, ...added];
  setSeen(all);
  return all;
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
