import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { createPage, type JettonPage } from '#web/api/decoding/jetton-page.ts';
import { fetchActivity, fetchJettons } from '#web/api/queries/list-requests.ts';
import { pageActivity } from '#web/api/queries/valuations.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { type ActivityMeasurements, needsActivity, noActivity } from '#web/list/measure-texts.ts';
import { sortRows } from '#web/list/sort-rows.ts';

type ListOrder = Pick<ScreenFilter, 'sort' | 'order'>;

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
export function addressList(addresses: readonly string[], { sort, order }: ListOrder) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'by address', addresses, sort, order],
    queryFn: async ({ client, signal }): Promise<AddressList> => {
      const options = { signal, priority: 'list' } as const;
      const requests = chunkAddresses(addresses).map(async (address) => {
        const { items } = await fetchJettons({ address, sort, order, limit: MAX_ADDRESSES }, options);
        return createPage(items, undefined);
      });
      return sortPages(client, await Promise.all(requests), { sort, order }, options);
    },
    // As for the list: rows must not move while the user reads them.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

async function sortPages(
  client: QueryClient,
  pages: readonly JettonPage[],
  { sort, order }: ListOrder,
  options: CallOptions,
): Promise<AddressList> {
  const nonEmpty = pages.filter(({ jettons }) => jettons.length > 0);
  const rows = nonEmpty.flatMap((page) => page.jettons.map((jetton) => ({ jetton, page })));
  if (nonEmpty.length < 2) return { rows, isSorted: true };
  const usesActivity = needsActivity(sort) && sort !== 'tvl';
  const activities = usesActivity ? await fetchActivities(client, nonEmpty, options) : undefined;
  const activityOf = (address: string): ActivityMeasurements | 'unavailable' =>
    activities ? (activities.get(address) ?? noActivity) : 'unavailable';
  const sortable = rows.map((row) => ({ ...row, activity: activityOf(row.jetton.identity.address) }));
  const sorted = sortRows(sortable, sort, order);
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
