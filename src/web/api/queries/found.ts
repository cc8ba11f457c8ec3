import { queryOptions } from '@tanstack/react-query';
import { operations } from '#contract/operations.ts';
import { onPlan } from '#web/api/transport/on-plan.ts';
import { notOnPlan } from '#web/api/transport/plan.ts';
import { needsActivity } from '#web/lib/screen/measurements.ts';
import { holds } from '#web/lib/screen/relax.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { askActivity, askJettons } from './requests.ts';

/** Whether a screen has any jetton: the first decides, since a floor ends the list. */
export function isAnyFound(screen: Screen) {
  const { filter, floor } = screen;
  return queryOptions({
    queryKey: [operations.getJettons.name, 'any', filter, floor],
    queryFn: async ({ signal }) => {
      const options = { signal, priority: 'statistics' } as const;
      const { items } = await askJettons({ ...filter, limit: 1 }, options);
      const [first] = items;
      if (!first || floor === undefined || !needsActivity(filter.sort)) return holds(screen, first, 'unread');
      const activity = await onPlan(askActivity([first.face.address], options));
      // Without statistics the floor ends nothing.
      return activity === notOnPlan || holds(screen, first, activity.get(first.face.address) ?? 'unread');
    },
  });
}
