import { useStore } from 'zustand';
import type { Currency } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { plan } from '#web/api/client/api-client.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { needsActivity } from '#web/list/measure-texts.ts';
import type { RowList } from './rows/loaded-rows.ts';
import { findMinimumEnd, type MinimumEnd } from './rows/minimum-end.ts';
import { type Failure, useMetrics } from './rows/use-metrics.ts';

const none: ReadonlySet<LivePart> = new Set();
const activity: ReadonlySet<LivePart> = new Set(['activity']);

interface Minimum {
  readonly end: MinimumEnd;
  /** Whether the minimum has no effect, because the plan lacks the statistics that the sort field needs. */
  readonly isIgnored: boolean;
  readonly failure: Failure | undefined;
}

/** Returns where the screen's minimum ends the list. */
export function useMinimum(
  rows: RowList,
  sort: SortField,
  minimum: string | undefined,
  currency: Currency,
): Minimum {
  const isActivityNotInPlan = useStore(plan.excluded, (names) =>
    names.has(operations.getJettonStatisticsList.name),
  );
  const needsStatistics = minimum !== undefined && needsActivity(sort);
  const { activityOf, failure } = useMetrics({
    pages: rows.pages,
    currency,
    needs: needsStatistics ? activity : none,
  });
  const isIgnored = needsStatistics && isActivityNotInPlan;
  return { end: findMinimumEnd(rows, sort, isIgnored ? undefined : minimum, activityOf), isIgnored, failure };
}
