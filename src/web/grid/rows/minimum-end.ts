import type { Activity } from '#web/api/decoding/decode-activity.ts';
import { isBelowMinimum } from '#web/list/list-end.ts';
import type { Sorting } from '#web/list/measure-texts.ts';
import type { RowList } from './loaded-rows.ts';
import type { ValueLookup } from './use-page-values.ts';

export interface MinimumEnd {
  /** Number of rows to show. */
  readonly count: number;
  /** `reached` if the next row is below the minimum, `loading` if its value is not loaded, else `none`. */
  readonly state: 'none' | 'reached' | 'loading';
}

/**
 * Returns where the list ends because of the minimum of its sort field. The list is sorted in descending order, so a page
 * is searched only if its last row is below the minimum.
 */
export function findMinimumEnd(
  list: RowList,
  sorting: Sorting,
  minimum: string | undefined,
  activityOf: ValueLookup<Activity>,
): MinimumEnd {
  const { length } = list.rows;
  if (minimum === undefined) return { count: length, state: 'none' };
  const isBelow = (index: number) => {
    const jetton = list.rows[index];
    const page = list.pageOf[index];
    return (
      jetton && page && isBelowMinimum(minimum, sorting, jetton, activityOf(page, jetton.identity.address))
    );
  };
  for (let start = 0; start < length; ) {
    const end = pageEnd(list, start);
    if (isBelow(end) !== false) {
      for (let index = start; index <= end; index += 1) {
        const isUnderMinimum = isBelow(index);
        if (isUnderMinimum !== false) return { count: index, state: isUnderMinimum ? 'reached' : 'loading' };
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
