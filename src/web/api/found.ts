import { queryOptions } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { askJettons } from './ask.ts';

/** Whether a filter has any jetton. */
export function isAnyFound(filter: JettonListFilterInput) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'any', filter],
    queryFn: async ({ signal }) => {
      const { items } = await askJettons({ ...filter, limit: 1 }, { signal, priority: 'statistics' });
      return items.length > 0;
    },
  });
}
