import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons } from './requests.ts';

const FOUND = 8;

/** The most traded jettons with the text in name or symbol; scam too, since it says so. */
export function searchJettons(search: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'search', search],
    queryFn: async ({ signal }): Promise<readonly ListedJetton[]> => {
      const filter = { search, sort: 'volume24h', order: 'desc', limit: FOUND } as const;
      return (await fetchJettons(filter, { signal, priority: 'list' })).items;
    },
  });
}
