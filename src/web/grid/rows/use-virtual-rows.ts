import { useElementScrollRestoration } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isRendered } from '#web/api/client/embedded-responses.ts';
import { retryInterval } from '#web/api/client/query-client.ts';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { scrollKey } from '#web/kit/device/link-state.ts';
import { useIsPrinting } from '#web/kit/device/media.ts';
import { type RowRange, renderedRange, useRowsInSight } from '#web/kit/device/rows-in-sight.ts';
import type { ListState, MinimumEnd, RowList } from './loaded-rows.ts';

/** Skeleton rows before the first page is loaded, and below the last row while there are more pages. */
const INITIAL_SKELETONS = 40;
const NEXT_PAGE_SKELETONS = 12;
const OVERSCAN = 8;
/** Estimated height of everything above and below the rows, in pixels, until the scroller is measured. */
const CHROME_HEIGHT = 168;
/** The next page is loaded when fewer rows than this are left below. */
const PREFETCH_DISTANCE = 50;

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: ListState;
  readonly rows: RowList;
  readonly end: MinimumEnd;
  readonly isComplete: boolean;
  /** Height of a row, in pixels. */
  readonly height: number;
  /** Index of the row with the focus. */
  readonly activeRow: number;
  /** Keys of the requested list and of the list that `rows` belong to. */
  readonly requestedKey: string;
  readonly loadedKey: string;
}

interface VirtualRow {
  readonly index: number;
  readonly start: number;
}

export function useVirtualRows(options: Options) {
  const { scroller, list, rows, end, isComplete, height, activeRow, requestedKey, loadedKey } = options;
  // Without scripts, all rows of the page are needed. They must not disappear when the app takes over.
  const overscan = useHasPainted() || isRendered || import.meta.env.SSR ? OVERSCAN : 0;
  const restored = useElementScrollRestoration({ id: 'jettons', getKey: scrollKey });
  const top = useInitialOffset(requestedKey, restored?.scrollY ?? 0);
  const nextSkeletons = end.count === 0 ? INITIAL_SKELETONS : NEXT_PAGE_SKELETONS;
  // After a reload, keep the scroll position while the pages above it are loaded again.
  const restoredCount = Math.ceil((top + (top > 0 ? innerHeight : 0)) / height);
  const isPrinting = useIsPrinting();
  const skeletons = isComplete || isPrinting ? 0 : Math.max(nextSkeletons, restoredCount - end.count);
  const [inSight, moveTo] = useRowsInSight({
    element: scroller,
    rowHeight: height,
    initial: { top: restored?.scrollY ?? 0, height: innerHeight - CHROME_HEIGHT },
  });
  const isNew = useScrollOnNewList(scroller, loadedKey, top);
  if (isNew) moveTo(top);
  useStableTopRow(scroller, height);
  const count = end.count + skeletons;
  // The active row stays rendered wherever it is; removing it would lose the focus.
  const range = isPrinting ? { first: 0, last: count - 1 } : renderedRange(inSight, count, overscan);
  const indexes = withRow(range, activeRow, end.count);
  const items: readonly VirtualRow[] = indexes.map((index) => ({ index, start: index * height }));
  const { hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const isEndNear = end.state === 'none' && inSight.last >= rows.rows.length - PREFETCH_DISTANCE;
  const needsNextPage =
    hasNextPage && isEndNear && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (needsNextPage) void fetchNextPage();
  }, [needsNextPage, fetchNextPage]);
  const retryMs = isFetchNextPageError ? retryInterval(list.error) : undefined;
  useEffect(() => {
    if (retryMs === undefined) return;
    const timer = setTimeout(fetchNextPage, retryMs);
    return () => clearTimeout(timer);
  }, [retryMs, fetchNextPage]);
  return { items, totalHeight: count * height };
}

/** Returns the scroll offset at which a newly requested list starts: the restored offset, or the top. */
function useInitialOffset(requestedKey: string, restoredOffset: number): number {
  const [initial, setInitial] = useState({ requestedKey, offset: restoredOffset });
  if (initial.requestedKey === requestedKey) return initial.offset;
  setInitial({ requestedKey, offset: restoredOffset });
  return restoredOffset;
}

/**
 * Scrolls to `top` when the rows of another list are rendered, not when they are requested, so that the previous rows do
 * not move. Returns whether this render is the first of a new list.
 */
function useScrollOnNewList(
  scroller: RefObject<HTMLElement | null>,
  loadedKey: string,
  top: number,
): boolean {
  const [renderedKey, setRenderedKey] = useState(loadedKey);
  const isNew = renderedKey !== loadedKey;
  if (isNew) setRenderedKey(loadedKey);
  const scrolledKey = useRef(loadedKey);
  useLayoutEffect(() => {
    if (scrolledKey.current === loadedKey) return;
    scrolledKey.current = loadedKey;
    scroller.current?.scrollTo({ top });
  }, [scroller, loadedKey, top]);
  return isNew;
}

/** Keeps the same row at the top when the row height changes. */
function useStableTopRow(scroller: RefObject<HTMLElement | null>, height: number): void {
  const previousHeight = useRef(height);
  useLayoutEffect(() => {
    if (previousHeight.current === height) return;
    const element = scroller.current;
    element?.scrollTo({ top: (element.scrollTop * height) / previousHeight.current });
    previousHeight.current = height;
  }, [scroller, height]);
}

/** Returns the ascending indexes of a range, with `row` if it is a row of the list. */
function withRow({ first, last }: RowRange, row: number, count: number): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  if (row < 0 || row >= count || (row >= first && row <= last)) return indexes;
  return row < first ? [row, ...indexes] : [...indexes, row];
}
