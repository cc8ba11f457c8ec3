import { queryOptions } from '@tanstack/react-query';
import type { TopHolders } from '#contract/holders.ts';
import { sanitizeText } from '#contract/text.ts';
import { callExtension } from '#web/api/client/call-extension.ts';

const STALE_MS = 300_000;

/** Query for the largest holders of a jetton. Their names are those of a source, and sanitized. */
export function topHolders(address: string) {
  return queryOptions({
    queryKey: ['getJettonTopHolders', address],
    queryFn: async ({ signal }): Promise<TopHolders> => {
      // The page is shown before its schema is loaded.
      const { getJettonTopHolders } = await import('#contract/holders.ts');
      const options = { signal, priority: 'statistics' } as const;
      const { holders, ...snapshot } = await callExtension(getJettonTopHolders, { address }, options);
      const named = holders.map(({ name, ...holder }) => ({
        ...holder,
        name: name === undefined ? undefined : sanitizeText(name),
      }));
      return { ...snapshot, holders: named };
    },
    staleTime: STALE_MS,
    retry: false,
  });
}
