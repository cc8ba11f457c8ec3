import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons } from './requests.ts';

const MOST_PAGES = 3;

/** The verified jettons that are worth to be imitated: those with the deepest markets. */
export function verifiedJettons() {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'verified'],
    queryFn: async ({ signal }) => {
      const filter = {
        verification: ['JVS_VERIFIED' as const],
        sort: 'liquidityUsd',
        order: 'desc',
      } as const;
      const found: ListedJetton[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const input = { ...filter, verification: [...filter.verification], limit: MAX_LIMIT, cursor };
        const { items, next } = await fetchJettons(input, { signal, priority: 'statistics' });
        found.push(...items);
        if (next === undefined || next === cursor) break;
        cursor = next;
      }
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How many jettons an admin has, as far as one page tells. */
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
