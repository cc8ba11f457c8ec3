import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { JettonPage, ListedJetton } from '#web/api/decoding/decode-jetton.ts';

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
