import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchActivity, fetchJettons } from '#web/api/queries/list-requests.ts';
import { rankMatches } from './match-search.ts';

/** Requested matches, those with the highest volume. The best of them are returned. */
const MAX_MATCHES = 30;
const MAX_RESULTS = 6;

/**
 * Query for the jettons whose name or symbol contains the text: the best matches among those with the highest volume.
 * Includes scam, which is labeled.
 */
export function searchJettons(search: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'search', search],
    queryFn: async ({ signal }): Promise<readonly ListedJetton[]> => {
      const filter = { search, sort: 'volume24h', order: 'desc', limit: MAX_MATCHES } as const;
      const { items } = await fetchJettons(filter, { signal, priority: 'list' });
      return rankMatches(items, search).slice(0, MAX_RESULTS);
    },
  });
}

/** Query for the price changes of jettons over 24 hours, in percent, in USD. Empty if the plan excludes statistics. */
export function dayChanges(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['day changes', addresses],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const activity = await catchNotInPlan(fetchActivity(addresses, { signal, priority: 'statistics' }));
      if (activity === notInPlan) return new Map();
      return new Map(
        [...activity].flatMap(([address, { usd }]) => (usd.day ? [[address, usd.day.percent]] : [])),
      );
    },
  });
}
