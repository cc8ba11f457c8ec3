import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import { createPage, type JettonPage, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchActivity, fetchJettons } from '#web/api/queries/list-requests.ts';
import { pageActivity } from '#web/api/queries/valuations.ts';
import type { RowList, RowSource } from '#web/grid/rows/loaded-rows.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { type ActivityMeasurements, needsActivity, noActivity, sortRows } from '#web/list/measure-values.ts';

export interface WatchlistRows {
  readonly source: RowSource;
  /** Addresses without a jetton. */
  readonly notFound: readonly string[];
  readonly isSorted: boolean;
}

const none: readonly AddressListRow[] = [];

/** Rows of the jettons at `addresses`, by hand in their order. Removing an address removes its row without a new request. */
export function useWatchlistRows(
  addresses: readonly string[],
  { sort, order, moves }: ScreenFilter,
  isByHand = false,
): WatchlistRows {
  const requested = useSeenAddresses(addresses);
  const list = useQuery({
    ...addressList(requested, { sort, order, moves }),
    placeholderData: keepPreviousData,
    enabled: requested.length > 0,
  });
  const all = list.data?.rows ?? none;
  const rows = useMemo(() => rowListOf(all, addresses, isByHand), [all, addresses, isByHand]);
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
    isSorted: isByHand || (list.data?.isSorted ?? true),
  };
}

function rowListOf(all: readonly AddressListRow[], addresses: readonly string[], isByHand: boolean): RowList {
  const positions = new Map(addresses.map((address, index) => [address, index]));
  const positionOf = ({ jetton }: AddressListRow) => positions.get(jetton.identity.address) ?? -1;
  const chosen = all.filter((row) => positionOf(row) >= 0);
  const shown = isByHand ? chosen.toSorted((a, b) => positionOf(a) - positionOf(b)) : chosen;
  const rows = shown.map(({ jetton }) => jetton);
  return {
    pages: [...new Set(shown.map(({ page }) => page))],
    rows,
    pageOf: shown.map(({ page }) => page),
    indexOf: new Map(rows.map(({ identity }, index) => [identity.address, index])),
  };
}

/** Returns all addresses that were in a list since the page was opened, in the order in which they were added. */
function useSeenAddresses(addresses: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState(addresses);
  const seenSet = new Set(seen);
  const added = addresses.filter((address) => !seenSet.has(address));
  if (added.length === 0) return seen;
  const all = [...seen, ...added];
  setSeen(all);
  return all;
}

type ListOrder = Pick<ScreenFilter, 'sort' | 'order' | 'moves'>;

export interface AddressListRow {
  readonly jetton: ListedJetton;
  readonly page: JettonPage;
}

export interface AddressList {
  readonly rows: readonly AddressListRow[];
  /** False if only the rows of each request are sorted, because the plan excludes the values of the sort field. */
  readonly isSorted: boolean;
}

/** Splits addresses into chunks of the maximum request size. */
export function chunkAddresses(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / MAX_ADDRESSES);
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES),
  );
}

/** Query for any number of jettons by raw address, sorted like the list. Includes scam. */
export function addressList(addresses: readonly string[], { sort, order, moves }: ListOrder) {
  const listOrder = { sort, order, moves };
  return queryOptions({
    queryKey: [operations.getJettons.name, 'by address', addresses, listOrder],
    queryFn: async ({ client, signal }): Promise<AddressList> => {
      const options = { signal, priority: 'list' } as const;
      const requests = chunkAddresses(addresses).map(async (address) => {
        const { items } = await fetchJettons({ address, ...listOrder, limit: MAX_ADDRESSES }, options);
        return createPage(items, undefined);
      });
      return sortPages(client, await Promise.all(requests), listOrder, options);
    },
    // As for the list: rows must not move while the user reads them.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

async function sortPages(
  client: QueryClient,
  pages: readonly JettonPage[],
  { order, ...sorting }: ListOrder,
  options: CallOptions,
): Promise<AddressList> {
  const nonEmpty = pages.filter(({ jettons }) => jettons.length > 0);
  const rows = nonEmpty.flatMap((page) => page.jettons.map((jetton) => ({ jetton, page })));
  if (nonEmpty.length < 2) return { rows, isSorted: true };
  const usesActivity = needsActivity(sorting.sort) && sorting.sort !== 'tvl';
  const activities = usesActivity ? await fetchActivities(client, nonEmpty, options) : undefined;
  const activityOf = (address: string): ActivityMeasurements | 'unavailable' =>
    activities ? (activities.get(address) ?? noActivity) : 'unavailable';
  const sortable = rows.map((row) => ({ ...row, activity: activityOf(row.jetton.identity.address) }));
  const sorted = sortRows(sortable, sorting, order);
  return { rows: sorted ?? rows, isSorted: sorted !== undefined };
}

/** Fetches activity and caches it for the table, which needs it next. Returns undefined if the plan excludes statistics. */
async function fetchActivities(client: QueryClient, pages: readonly JettonPage[], options: CallOptions) {
  const requests = pages.map(async (page) => {
    const addresses = page.jettons.map(({ identity }) => identity.address);
    const activity = await catchNotInPlan(fetchActivity(addresses, options));
    client.setQueryData(pageActivity(page).queryKey, activity);
    return activity;
  });
  const results = await Promise.all(requests);
  const included = results.filter((result) => result !== notInPlan);
  return included.length < results.length ? undefined : new Map(included.flatMap((result) => [...result]));
}
