import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons } from './requests.ts';

const MAX_PAGES = 3;

/** Query for the verified jettons with the highest liquidity, the likely targets of imitation. */
export function verifiedJettons() {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'verified'],
    queryFn: async ({ signal }) => {
      const filter = {
        verification: ['JVS_VERIFIED' as const],
        sort: 'liquidityUsd',
        order: 'desc',
      } as const;
      const jettons: ListedJetton[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const input = { ...filter, verification: [...filter.verification], limit: MAX_LIMIT, cursor };
        const { items, next } = await fetchJettons(input, { signal, priority: 'statistics' });
        jettons.push(...items);
        if (next === undefined || next === cursor) break;
        cursor = next;
      }
      return jettons;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Query for the number of jettons of an admin. `isAll` is false if there are more than one page can contain. */
export function jettonsOfAdmin(admin: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'of admin', admin],
    queryFn: async ({ signal }) => {
      const input = { admin: [admin], limit: MAX_LIMIT };
      const { items, next } = await fetchJettons(input, { signal, priority: 'statistics' });
      return { count: items.length, isAll: next === undefined };
    },
    staleTime: 300_000,
  });
}
