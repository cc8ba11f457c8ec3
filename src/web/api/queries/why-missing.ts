import { queryOptions } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { catchNotInPlan } from '#web/api/transport/catch-not-in-plan.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { notInPlan, type PlanResult } from '#web/api/transport/plan.ts';
import { type RangeId, rangeFields, rangeIds, rangeParts, rangesOf } from '#web/lib/screen/ranges.ts';
import { fetchActivity, fetchJettons, fetchRows } from './requests.ts';

/** What is needed to say why a jetton is not in a list. */
export interface MissingJetton {
  /** Null where the service knows no such jetton. */
  readonly jetton: ListedJetton | null;
  /** Undefined where the service says nothing about it. */
  readonly activity: PlanResult<Activity | undefined>;
  /** Changes of price that keep it out: asked of the service, one by one, where the plan has no statistics. */
  readonly failedChanges: readonly RangeId[];
}

/** By raw address. */
export function missingJetton(address: string, filter: JettonListFilterInput) {
  return queryOptions({
    queryKey: ['missing jetton', address, filter],
    queryFn: async ({ signal }): Promise<MissingJetton> => {
      const options = { signal, priority: 'list' } as const;
      const [rows, answer] = await Promise.all([
        fetchRows([address], options),
        catchNotInPlan(fetchActivity([address], options)),
      ]);
      const jetton = rows.get(address) ?? null;
      const activity = answer === notInPlan ? answer : answer.get(address);
      const open = jetton && activity === notInPlan;
      return { jetton, activity, failedChanges: open ? await failedChanges(address, filter, options) : [] };
    },
  });
}

async function failedChanges(address: string, filter: JettonListFilterInput, options: CallOptions) {
  const ranges = rangesOf(filter);
  const asked = rangeIds.map(async (id): Promise<RangeId[]> => {
    const range = ranges[id];
    if (!range || rangeFields[id].kind !== 'percent') return [];
    const { items } = await fetchJettons(
      { ...rangeParts({ [id]: range }), address: [address], limit: 1 },
      options,
    );
    return items.length > 0 ? [] : [id];
  });
  return (await Promise.all(asked)).flat();
}
