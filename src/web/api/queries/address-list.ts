import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { createPage, type JettonPage } from '#web/api/decoding/jetton-page.ts';
import { catchNotInPlan } from '#web/api/transport/catch-not-in-plan.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { notInPlan } from '#web/api/transport/plan.ts';
import { type ActivityMeasurements, needsActivity } from '#web/lib/screen/measurements.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { sortRows } from '#web/lib/screen/sort-rows.ts';
import { pageActivity } from './metrics.ts';
import { fetchActivity, fetchJettons } from './requests.ts';

type ChosenOrder = Pick<ScreenFilter, 'sort' | 'order'>;

export interface AddressListRow {
  readonly jetton: ListedJetton;
  readonly page: JettonPage;
}

export interface AddressList {
  readonly rows: readonly AddressListRow[];
  /** Else each hundred is in order by itself: the values that would tell are not on the plan. */
  readonly isSorted: boolean;
}

/** So many at once as the service takes. */
export function chunkAddresses(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / MAX_ADDRESSES);
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES),
  );
}

/** Any number of chosen jettons, whatever they are marked as, in the order of a list. */
export function addressList(addresses: readonly string[], { sort, order }: ChosenOrder) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'chosen', addresses, sort, order],
    queryFn: async ({ client, signal }): Promise<AddressList> => {
      const options = { signal, priority: 'list' } as const;
      const asked = chunkAddresses(addresses).map(async (address) => {
        const { items } = await fetchJettons({ address, sort, order, limit: MAX_ADDRESSES }, options);
        return createPage(items, undefined);
      });
      return inOrder(client, await Promise.all(asked), { sort, order }, options);
    },
    // As of a list: rows do not move under the reader.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

async function inOrder(
  client: QueryClient,
  pages: readonly JettonPage[],
  { sort, order }: ChosenOrder,
  options: CallOptions,
): Promise<AddressList> {
  const filled = pages.filter(({ jettons }) => jettons.length > 0);
  const rows = filled.flatMap((page) => page.jettons.map((jetton) => ({ jetton, page })));
  if (filled.length < 2) return { rows, isSorted: true };
  const reads = needsActivity(sort) && sort !== 'tvl';
  const activities = reads ? await activitiesOf(client, filled, options) : undefined;
  const activityOf = (address: string): ActivityMeasurements | 'unread' =>
    activities ? (activities.get(address) ?? unknown) : 'unread';
  const known = rows.map((row) => ({ ...row, activity: activityOf(row.jetton.identity.address) }));
  const sorted = sortRows(known, sort, order);
  return { rows: sorted ?? rows, isSorted: sorted !== undefined };
}

const unknown: ActivityMeasurements = { ton: {}, volume: {}, traders: {}, transactions: {} };

/** Kept for the table, which is about to ask for the same. */
async function activitiesOf(client: QueryClient, pages: readonly JettonPage[], options: CallOptions) {
  const asked = pages.map(async (page) => {
    const addresses = page.jettons.map(({ identity }) => identity.address);
    const answer = await catchNotInPlan(fetchActivity(addresses, options));
    client.setQueryData(pageActivity(page).queryKey, answer);
    return answer;
  });
  const answers = await Promise.all(asked);
  const known = answers.filter((answer) => answer !== notInPlan);
  return known.length < answers.length ? undefined : new Map(known.flatMap((answer) => [...answer]));
}
