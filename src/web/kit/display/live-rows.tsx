import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import { renderedRange, useRowsInSight } from '#web/kit/device/rows-in-sight.ts';
import table from './small-table.module.css';

export interface LiveRowsProps {
  /** Accessible name of the scrollable area. */
  readonly label: string;
  readonly className: string | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  readonly count: number;
  /** The query whose next pages are loaded on scrolling. */
  readonly list: PagedList;
  /** Whether the user is reading the rows, which must not move then. */
  readonly onRead: (isRead: boolean) => void;
  /** What has arrived while the rows are read, such as `2 new trades`. Empty if nothing has. */
  readonly newText: string;
  readonly onShowNew: () => void;
  /** The row of headings. */
  readonly head: ReactNode;
  /** What is below the table. */
  readonly foot?: ReactNode;
  /** Returns a row with a key. */
  readonly children: (index: number) => ReactNode;
}

/** What TanStack Query returns of a list that is loaded page by page. */
interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page, if there is one. A failed one waits for a retry. */
export function loadNextPage({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: PagedList): void {
  if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
}

/** Returns the count as of when `data` was loaded, to announce it: live rows would be announced every few seconds. */
export function useLoadedCount(data: unknown, count: number): number {
  const [loaded, setLoaded] = useState({ data, count });
  if (loaded.data !== data) setLoaded({ data, count });
  return loaded.count;
}

/** Rows left below the last rendered one at which the next page is requested. */
const PREFETCH_ROWS = 20;
const OVERSCAN = 10;

/**
 * A virtual table of rows that arrive at its top, unless the user is reading: while it is hovered, focused or scrolled. Then, a
 * button and the Home key show what has arrived.
 */
export function LiveRows(props: LiveRowsProps) {
  const { label, className, scroller, rowHeight, count, list, onRead, head, foot, children } = props;
  const showNew = () => {
    props.onShowNew();
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus({ preventScroll: true });
  };
  const [inSight] = useRowsInSight({ element: scroller, rowHeight });
  const { first, last } = renderedRange(inSight, count, OVERSCAN);
  const isEndNear = last >= count - PREFETCH_ROWS;
  useEffect(() => {
    if (isEndNear) loadNextPage(list);
  });
  // The rows of another list are not being read yet.
  useEffect(() => () => onRead(false), [onRead]);
  const updateRead = (isInside: boolean) => onRead(isInside || (scroller.current?.scrollTop ?? 0) > 0);
  return (
    <section
      className={`${table.rows} ${className}`}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll it
      tabIndex={0}
      aria-label={label}
      onScroll={() => updateRead(scroller.current?.matches(':hover, :focus-within') ?? false)}
      onPointerEnter={() => updateRead(true)}
      onPointerLeave={() => updateRead(false)}
      onFocus={() => updateRead(true)}
      onBlur={() => updateRead(false)}
      onKeyDown={(event) => {
        if (props.newText === '' || event.key !== 'Home') return;
        // If all rows fit, the page would scroll to its top.
        event.preventDefault();
        showNew();
      }}
    >
      {props.newText === '' ? null : (
        <div className={table.new}>
          <Button title="Show them (Home)" onClick={showNew}>
            {props.newText}
          </Button>
        </div>
      )}
      <table className={table.table} aria-rowcount={list.hasNextPage ? -1 : count + 1} translate="no">
        <thead>{head}</thead>
        <tbody>
          <SpacerRow height={first * rowHeight} />
          {Array.from({ length: last - first + 1 }, (_, row) => children(first + row))}
          <SpacerRow height={(count - 1 - last) * rowHeight} />
        </tbody>
      </table>
      {foot}
    </section>
  );
}

/** Takes the space of rows of a table that are not rendered. A cell that spans more than the visible columns would widen it. */
export function SpacerRow({ height, columns = 1 }: { height: number; columns?: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
