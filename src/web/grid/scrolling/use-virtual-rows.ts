import { useElementScrollRestoration } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { retryInterval } from '#web/api/transport/query-client.ts';
import type { RowList } from '#web/grid/rows/row-list.ts';
import type { ListState } from '#web/grid/rows/row-source.ts';
import type { MinimumEnd } from '#web/grid/status/minimum-end.ts';
import { useHasPainted } from '#web/state/first-paint.ts';
import { scrollKey } from '#web/url/scroll-key.ts';

/** Before the first answer, and below the last row while more are to come. */
const FIRST_BONES = 40;
const MORE_BONES = 12;
const OVERSCAN = 8;
/** What stands over and under the rows of a page that fills the window: a guess that is soon put right. */
const AROUND = 168;
/** The next page is asked for when so few rows are left below. */
const AHEAD = 50;

interface Asked {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: ListState;
  readonly rows: RowList;
  readonly end: MinimumEnd;
  readonly isWhole: boolean;
  /** Of a row, in pixels. */
  readonly height: number;
  /** The row that the keyboard is on. */
  readonly kept: number;
  /** Which list is asked for, and which the rows are of. */
  readonly asked: string;
  readonly shown: string;
}

export interface VirtualRow {
  readonly index: number;
  readonly start: number;
}

export function useVirtualRows(all: Asked) {
  const { scroller, list, rows, end, isWhole, height, kept, asked, shown } = all;
  const overscan = useHasPainted() ? OVERSCAN : 0;
  const bones = isWhole ? 0 : end.count === 0 ? FIRST_BONES : MORE_BONES;
  const restored = useElementScrollRestoration({ id: 'jettons', getKey: scrollKey });
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to memoised parts
  const virtualizer = useVirtualizer({
    count: end.count + bones,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    initialOffset: restored?.scrollY ?? 0,
    initialRect: { width: innerWidth, height: innerHeight - AROUND },
    // The row that the keyboard is on is drawn wherever it is, or the focus would be lost with it.
    rangeExtractor: (range) => withKept(defaultRangeExtractor(range), kept, end.count),
  });
  const top = usePlace(asked, restored?.scrollY ?? 0);
  const isNew = useNewList(scroller, shown, top);
  if (isNew) virtualizer.scrollOffset = top;
  useLayoutEffect(() => {
    if (height > 0) virtualizer.measure();
  }, [virtualizer, height]);
  const totalHeight = virtualizer.getTotalSize();
  useSameRow(scroller, height, totalHeight === height * (end.count + bones));
  const items: readonly VirtualRow[] = virtualizer.getVirtualItems();
  const last = virtualizer.range?.endIndex ?? 0;
  const { hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const isEndNear = end.state === 'none' && last >= rows.rows.length - AHEAD;
  const asksMore = hasNextPage && isEndNear && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (asksMore) void fetchNextPage();
  }, [asksMore, fetchNextPage]);
  const retryMs = isFetchNextPageError ? retryInterval(list.error) : undefined;
  useEffect(() => {
    if (retryMs === undefined) return;
    const timer = setTimeout(fetchNextPage, retryMs);
    return () => clearTimeout(timer);
  }, [retryMs, fetchNextPage]);
  return { items, totalHeight };
}

/** Where the rows of a list begin when they come: at their top, or where they were left. */
function usePlace(asked: string, left: number): number {
  const [place, setPlace] = useState({ asked, left });
  if (place.asked === asked) return place.left;
  setPlace({ asked, left });
  return left;
}

/** Goes there with them, not before: those that are still shown stay where they are. Answers whether they came. */
function useNewList(scroller: RefObject<HTMLElement | null>, shown: string, top: number): boolean {
  const [drawn, setDrawn] = useState(shown);
  const isNew = drawn !== shown;
  if (isNew) setDrawn(shown);
  const placed = useRef(shown);
  useLayoutEffect(() => {
    if (placed.current === shown) return;
    placed.current = shown;
    scroller.current?.scrollTo({ top });
  }, [scroller, shown, top]);
  return isNew;
}

/** Rows of another height leave the one at the top where it is. */
function useSameRow(scroller: RefObject<HTMLElement | null>, height: number, isMeasured: boolean): void {
  const shown = useRef(height);
  useLayoutEffect(() => {
    if (!isMeasured || shown.current === height) return;
    const element = scroller.current;
    element?.scrollTo({ top: (element.scrollTop * height) / shown.current });
    shown.current = height;
  }, [scroller, height, isMeasured]);
}

function withKept(indexes: number[], kept: number, count: number): number[] {
  if (kept < 0 || kept >= count || indexes.includes(kept)) return indexes;
  const [first = 0] = indexes;
  return kept < first ? [kept, ...indexes] : [...indexes, kept];
}
