import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons } from './requests.ts';

const RESULT_LIMIT = 8;

/** Query for the jettons with the highest volume whose name or symbol contains the text. Includes scam, which is labeled. */
export function searchJettons(search: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'search', search],
    queryFn: async ({ signal }): Promise<readonly ListedJetton[]> => {
      const filter = { search, sort: 'volume24h', order: 'desc', limit: RESULT_LIMIT } as const;
      return (await fetchJettons(filter, { signal, priority: 'list' })).items;
    },
  });
}
