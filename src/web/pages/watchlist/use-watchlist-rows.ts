import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AddressListRow, addressList } from '#web/api/queries/address-list.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import type { RowSource } from '#web/grid/rows/row-source.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';

export interface WatchlistRows {
  readonly source: RowSource;
  /** Those that the service says nothing about. */
  readonly unknown: readonly string[];
  readonly isRanked: boolean;
}

const none: readonly AddressListRow[] = [];

/** Rows of chosen jettons. One that is no longer chosen leaves at once; the others are not asked for again for that. */
export function useWatchlistRows(addresses: readonly string[], { sort, order }: ScreenFilter): WatchlistRows {
  const asked = useMet(addresses);
  const list = useQuery({
    ...addressList(asked, { sort, order }),
    placeholderData: keepPreviousData,
    enabled: asked.length > 0,
  });
  const all = list.data?.rows ?? none;
  const rows = useMemo(() => rowListOf(all, new Set(addresses)), [all, addresses]);
  const isKnown = list.isSuccess && !list.isPlaceholderData;
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
    unknown: isKnown ? addresses.filter((address) => !rows.indexOf.has(address)) : [],
    isRanked: list.data?.isSorted ?? true,
  };
}

/** All that were ever among them while the page was open. */
function useMet(addresses: readonly string[]): readonly string[] {
  const [met, setMet] = useState(addresses);
  const known = new Set(met);
  const more = addresses.filter((address) => !known.has(address));
  if (more.length === 0) return met;
  const all = [...met, ...more];
  setMet(all);
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
