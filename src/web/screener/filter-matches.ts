import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallOptions } from '#web/api/client/client.ts';
import { catchNotInPlan, notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchActivity, fetchRows } from '#web/api/queries/list-requests.ts';
import { fetchListPage } from '#web/list/jetton-queries.ts';
import type { ListFilter } from '#web/list/list-filter.ts';
import { type RangeId, rangeIds } from '#web/list/measure-texts.ts';
import { needsActivity } from '#web/list/measure-values.ts';

/** Data that explains why a jetton is not in a list. */
export interface MissingJetton {
  /** Null if the service has no such jetton. */
  readonly jetton: ListedJetton | null;
  /** Undefined if the service has no statistics of the jetton. */
  readonly activity: PlanResult<Activity | undefined>;
  /** Ranges of statistics that exclude the jetton. Only determined, by one request each, if the plan excludes statistics. */
  readonly failedRanges: readonly RangeId[];
}

/** Query by raw address. */
export function missingJetton(address: string, filter: ListFilter) {
  return queryOptions({
    queryKey: ['missing jetton', address, filter],
    queryFn: async ({ client, signal }): Promise<MissingJetton> => {
      const options = { signal, priority: 'list' } as const;
      const [rows, result] = await Promise.all([
        fetchRows([address], options),
        catchNotInPlan(fetchActivity([address], options)),
      ]);
      const jetton = rows.get(address) ?? null;
      const activity = result === notInPlan ? result : result.get(address);
      const needsRequests = jetton && activity === notInPlan;
      return {
        jetton,
        activity,
        failedRanges: needsRequests ? await failedRanges(client, address, filter, options) : [],
      };
    },
  });
}

async function failedRanges(client: QueryClient, address: string, filter: ListFilter, options: CallOptions) {
  const { ranges = {} } = filter;
  const requests = rangeIds.map(async (id): Promise<RangeId[]> => {
    const range = ranges[id];
    if (!range || !needsActivity(id)) return [];
    const input = { ranges: { [id]: range }, address: [address], limit: 1 };
    const { items } = await fetchListPage(client, input, options);
    return items.length > 0 ? [] : [id];
  });
  return (await Promise.all(requests)).flat();
}
