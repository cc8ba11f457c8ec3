import type { SortField } from '#contract/enums.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import type { MetricLookup } from '#web/grid/rows/use-metrics.ts';
import { isBelowMinimum } from '#web/lib/screen/minimum.ts';

export interface MinimumEnd {
  /** How many rows are shown. */
  readonly count: number;
  /** `met`: the rest is under the floor. `awaited`: a value that decides has not come. */
  readonly state: 'none' | 'met' | 'awaited';
}

/** Where the list ends for its floor. Values fall from row to row, so a page is walked only if its last row is under. */
export function findMinimumEnd(
  list: RowList,
  sort: SortField,
  floor: string | undefined,
  activityOf: MetricLookup<Activity>,
): MinimumEnd {
  const { length } = list.rows;
  if (floor === undefined) return { count: length, state: 'none' };
  const isBelow = (index: number) => {
    const jetton = list.rows[index];
    const page = list.pageOf[index];
    return jetton && page && isBelowMinimum(floor, sort, jetton, activityOf(page, jetton.identity.address));
  };
  for (let start = 0; start < length; ) {
    const end = pageEnd(list, start);
    if (isBelow(end) !== false) {
      for (let index = start; index <= end; index += 1) {
        const under = isBelow(index);
        if (under !== false) return { count: index, state: under ? 'met' : 'awaited' };
      }
    }
    start = end + 1;
  }
  return { count: length, state: 'none' };
}

function pageEnd({ pageOf }: RowList, start: number): number {
  let end = start;
  while (end + 1 < pageOf.length && pageOf[end + 1] === pageOf[start]) end += 1;
  return end;
}
