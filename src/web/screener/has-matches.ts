import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import { fetchActivity } from '#web/api/queries/list-requests.ts';
import { passesMinimum } from '#web/list/filters-to-remove.ts';
import { fetchListPage } from '#web/list/list-page.ts';
import type { Screen } from '#web/list/list-state.ts';
import { needsActivity } from '#web/list/measure-texts.ts';

/** Query for whether any jetton matches a screen. The first row decides: its value is the highest, so it reaches the minimum if any does. */
export function hasMatches(screen: Screen) {
  const { filter, minimum } = screen;
  return queryOptions({
    queryKey: [operations.getJettons.name, 'any', filter, minimum],
    queryFn: async ({ client, signal }) => {
      const options = { signal, priority: 'statistics' } as const;
      const { items } = await fetchListPage(client, { ...filter, limit: 1 }, options);
      const [first] = items;
      if (!first || minimum === undefined || !needsActivity(filter.sort))
        return passesMinimum(screen, first, 'unavailable');
      const activity = await catchNotInPlan(fetchActivity([first.identity.address], options));
      // Without statistics, the minimum has no effect.
      return (
        activity === notInPlan ||
        passesMinimum(screen, first, activity.get(first.identity.address) ?? 'unavailable')
      );
    },
  });
}
