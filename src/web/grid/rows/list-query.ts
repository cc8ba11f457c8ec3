import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { RowList } from './loaded-rows.ts';

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
