import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Activity } from '#web/api/decoding/decode-activity.ts';
import type { JettonPage, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { isBelowMinimum } from '#web/list/list-end.ts';
import type { Sorting } from '#web/list/measure-values.ts';
import type { ValueLookup } from './use-page-values.ts';

type QueryState =
  | 'data'
  | 'error'
  | 'isFetchNextPageError'
  | 'isFetching'
  | 'isPending'
  | 'isPlaceholderData'
  | 'isSuccess'
  | 'hasNextPage';

/** State of the query that the rows are from. */
export interface ListState extends Pick<UseInfiniteQueryResult<unknown>, QueryState> {
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Supplies the rows of the grid. */
export interface RowSource {
  /** Key of the requested list. While it differs from `loadedKey`, `rows` are those of the previous list. */
  readonly requestedKey: string;
  readonly loadedKey: string;
  readonly list: ListState;
  readonly rows: RowList;
  /** Reloads the given number of pages, so that the rows are in their current order. */
  readonly rerank: (pages: number) => void;
  /** Inserts jettons above the first row. Undefined if the list gets no new jettons, such as a watchlist. */
  readonly insertFirst?: (jettons: readonly ListedJetton[]) => void;
}

/** The rows of the loaded pages. */
export interface RowList {
  readonly pages: readonly JettonPage[];
  readonly rows: readonly ListedJetton[];
  /** The page that each row is from, by row index. */
  readonly pageOf: readonly JettonPage[];
  readonly indexOf: ReadonlyMap<string, number>;
}

export const emptyRowList: RowList = { pages: [], rows: [], pageOf: [], indexOf: new Map() };

/**
 * Returns the rows of `pages` in order. A jetton that occurs again, because it moved down the list between two requests,
 * keeps its first position. Extends `previous` if pages were only appended, to avoid processing up to 100,000 rows again
 * for every page.
 */
export function extendRows(previous: RowList, pages: readonly JettonPage[]): RowList {
  if (previous.pages === pages) return previous;
  const isAppended = previous.pages.every((page, index) => page === pages[index]);
  const base = isAppended ? previous : emptyRowList;
  const rows = [...base.rows];
  const pageOf = [...base.pageOf];
  const indexOf = new Map(base.indexOf);
  for (const page of pages.slice(base.pages.length)) {
    for (const jetton of page.jettons) {
      if (indexOf.has(jetton.identity.address)) continue;
      indexOf.set(jetton.identity.address, rows.length);
      rows.push(jetton);
      pageOf.push(page);
    }
  }
  return { pages, rows, pageOf, indexOf };
}

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
