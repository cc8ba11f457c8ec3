import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { type JettonPage, newPage } from '#web/api/decoding/jetton-page.ts';
import type { ListedJetton } from '#web/api/decoding/untrusted.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { onPlan } from '#web/api/transport/on-plan.ts';
import { notOnPlan } from '#web/api/transport/plan.ts';
import { type MeasuredActivity, needsActivity } from '#web/lib/screen/measurements.ts';
import type { ScreenFilter } from '#web/lib/screen/screen.ts';
import { ranked } from '#web/lib/screen/sort-rows.ts';
import { pageActivity } from './metrics.ts';
import { askActivity, askJettons } from './requests.ts';

type ChosenOrder = Pick<ScreenFilter, 'sort' | 'order'>;

export interface ChosenRow {
  readonly jetton: ListedJetton;
  readonly page: JettonPage;
}

export interface ChosenList {
  readonly rows: readonly ChosenRow[];
  /** Else each hundred is in order by itself: the values that would tell are not on the plan. */
  readonly isRanked: boolean;
}

/** So many at once as the service takes. */
export function hundreds(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / MAX_ADDRESSES);
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES),
  );
}

/** Any number of chosen jettons, whatever they are marked as, in the order of a list. */
export function chosenJettons(addresses: readonly string[], { sort, order }: ChosenOrder) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'chosen', addresses, sort, order],
    queryFn: async ({ client, signal }): Promise<ChosenList> => {
      const options = { signal, priority: 'list' } as const;
      const asked = hundreds(addresses).map(async (address) => {
        const { items } = await askJettons({ address, sort, order, limit: MAX_ADDRESSES }, options);
        return newPage(items, undefined);
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
): Promise<ChosenList> {
  const filled = pages.filter(({ jettons }) => jettons.length > 0);
  const rows = filled.flatMap((page) => page.jettons.map((jetton) => ({ jetton, page })));
  if (filled.length < 2) return { rows, isRanked: true };
  const reads = needsActivity(sort) && sort !== 'tvl';
  const activities = reads ? await activitiesOf(client, filled, options) : undefined;
  const activityOf = (address: string): MeasuredActivity | 'unread' =>
    activities ? (activities.get(address) ?? unknown) : 'unread';
  const known = rows.map((row) => ({ ...row, activity: activityOf(row.jetton.face.address) }));
  const sorted = ranked(known, sort, order);
  return { rows: sorted ?? rows, isRanked: sorted !== undefined };
}

const unknown: MeasuredActivity = { ton: {}, volume: {}, traders: {}, transactions: {} };

/** Kept for the table, which is about to ask for the same. */
async function activitiesOf(client: QueryClient, pages: readonly JettonPage[], options: CallOptions) {
  const asked = pages.map(async (page) => {
    const addresses = page.jettons.map(({ face }) => face.address);
    const answer = await onPlan(askActivity(addresses, options));
    client.setQueryData(pageActivity(page).queryKey, answer);
    return answer;
  });
  const answers = await Promise.all(asked);
  const known = answers.filter((answer) => answer !== notOnPlan);
  return known.length < answers.length ? undefined : new Map(known.flatMap((answer) => [...answer]));
}
