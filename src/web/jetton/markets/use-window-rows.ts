import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

const OVERSCAN = 24;
/** Rows left below the last rendered one at which the next page is requested. */
const PREFETCH_ROWS = 20;

interface Options {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly height: number;
  readonly onEndNear: () => void;
}

/**
 * Virtualizes the rows of a table that scrolls with the page. Returns the indexes of the first and last row to render
 * and the heights of the space above and below them, in pixels.
 */
export function useWindowRows({ body, count, height, onEndNear }: Options) {
  const top = useTop(body);
  // oxlint-disable-next-line react/incompatible-library -- no virtualizer value is passed to memoized components
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const isEndNear = last >= count - PREFETCH_ROWS && isEndInReach(top, count * height);
  useLayoutEffect(() => {
    if (isEndNear) onEndNear();
  });
  return { first, last, above: first * height, below: (count - 1 - last) * height };
}

function isEndInReach(top: number, length: number): boolean {
  return top + length < scrollY + innerHeight * 2;
}

/** Returns the vertical offset of the rows on the page, which changes when the content above them resizes. */
function useTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      const box = body.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return top;
}
