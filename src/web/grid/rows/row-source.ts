import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { RowList } from './row-list.ts';

type Said =
  | 'data'
  | 'error'
  | 'isFetchNextPageError'
  | 'isFetching'
  | 'isPending'
  | 'isPlaceholderData'
  | 'isSuccess'
  | 'hasNextPage';

/** How the answers are coming that the rows are made of. */
export interface ListState extends Pick<UseInfiniteQueryResult<unknown>, Said> {
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Where the rows of a table come from. */
export interface RowSource {
  /** What is asked for, and what the rows answer: while they differ, the rows are those of the question before. */
  readonly question: string;
  readonly answered: string;
  readonly list: ListState;
  readonly rows: RowList;
  /** Asks for the rows in the order that they have now: for so many of the loaded pages. */
  readonly rank: (pages: number) => void;
}
