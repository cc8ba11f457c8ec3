import { useStore } from 'zustand';
import type { Currency, SortField } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { plan } from '#web/api/transport/service.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import { type Failure, useMetrics } from '#web/grid/rows/use-metrics.ts';
import { needsActivity } from '#web/lib/screen/measurements.ts';
import { findMinimumEnd, type MinimumEnd } from './minimum-end.ts';

const nothing: ReadonlySet<LivePart> = new Set();
const activity: ReadonlySet<LivePart> = new Set(['activity']);

/** Where the rows end for the screen's floor; without the values that it needs, it cannot end them. */
export function useMinimum(
  rows: RowList,
  sort: SortField,
  floor: string | undefined,
  currency: Currency,
): { readonly end: MinimumEnd; readonly failure: Failure | undefined } {
  const isRefused = useStore(plan.excluded, (names) => names.has(operations.getJettonStatisticsList.name));
  const needs = floor !== undefined && needsActivity(sort);
  const { activityOf, failure } = useMetrics({
    pages: rows.pages,
    currency,
    needs: needs ? activity : nothing,
  });
  return { end: findMinimumEnd(rows, sort, needs && isRefused ? undefined : floor, activityOf), failure };
}
