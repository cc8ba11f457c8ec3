import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchListPage } from '#web/list/jetton-queries.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';

const INTERVAL_MS = 10_000;
/** More new jettons than this in ten seconds are rare. */
export const POLLED_JETTONS = 20;

const none: readonly ListedJetton[] = [];

/**
 * Query that fetches the first jettons of a list every ten seconds, to find those that the loaded list does not contain.
 * The first request is due ten seconds after `loadedAt`, the time in milliseconds at which the list was loaded.
 */
export function firstJettons(filter: ScreenFilter, loadedAt: number | undefined) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'first', filter],
    queryFn: async ({ client, signal }) => {
      const input = { ...filter, limit: POLLED_JETTONS };
      return (await fetchListPage(client, input, { signal, priority: 'live' })).items;
    },
    initialData: none,
    initialDataUpdatedAt: () => loadedAt,
    refetchInterval: INTERVAL_MS,
    staleTime: INTERVAL_MS,
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  });
}
