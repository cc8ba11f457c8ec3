import { useStore } from 'zustand';
import type { Currency, SortField } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { LivePart } from '#web/api/live.ts';
import { plan } from '#web/api/service.ts';
import { needsActivity } from '#web/lib/measured.ts';
import { type FloorEnd, floorEnd } from './floor-end.ts';
import type { RowList } from './row-list.ts';
import { type Failure, useFigures } from './use-figures.ts';

const nothing: ReadonlySet<LivePart> = new Set();
const activity: ReadonlySet<LivePart> = new Set(['activity']);

/** Where the rows end for the screen's floor; without the values that it needs, it cannot end them. */
export function useFloor(
  rows: RowList,
  sort: SortField,
  floor: string | undefined,
  currency: Currency,
): { readonly end: FloorEnd; readonly failure: Failure | undefined } {
  const isRefused = useStore(plan.refused, (names) => names.has(operations.getJettonStatisticsList.name));
  const needs = floor !== undefined && needsActivity(sort);
  const { activityOf, failure } = useFigures({
    pages: rows.pages,
    currency,
    needs: needs ? activity : nothing,
  });
  return { end: floorEnd(rows, sort, needs && isRefused ? undefined : floor, activityOf), failure };
}
