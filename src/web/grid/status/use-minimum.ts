import { useStore } from 'zustand';
import type { Currency, SortField } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { plan } from '#web/api/transport/service.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import { type Failure, useMetrics } from '#web/grid/rows/use-metrics.ts';
import { needsActivity } from '#web/lib/screen/measurements.ts';
import { findMinimumEnd, type MinimumEnd } from './minimum-end.ts';

const none: ReadonlySet<LivePart> = new Set();
const activity: ReadonlySet<LivePart> = new Set(['activity']);

/**
 * Returns where the screen's minimum ends the list. It has no effect if the plan lacks the statistics that the sort field
 * needs.
 */
export function useMinimum(
  rows: RowList,
  sort: SortField,
  minimum: string | undefined,
  currency: Currency,
): { readonly end: MinimumEnd; readonly failure: Failure | undefined } {
  const isActivityNotInPlan = useStore(plan.excluded, (names) =>
    names.has(operations.getJettonStatisticsList.name),
  );
  const needs = minimum !== undefined && needsActivity(sort);
  const { activityOf, failure } = useMetrics({
    pages: rows.pages,
    currency,
    needs: needs ? activity : none,
  });
  return {
    end: findMinimumEnd(rows, sort, needs && isActivityNotInPlan ? undefined : minimum, activityOf),
    failure,
  };
}
