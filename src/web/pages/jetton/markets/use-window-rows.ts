import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

const OVERSCAN = 24;
/** More are asked for when so few rows are left below. */
const AHEAD = 20;

interface Asked {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly height: number;
  readonly onEndNear: () => void;
}

/** Rows of a long table that scrolls with the page: those near the window, and the room that the others take. */
export function useWindowRows({ body, count, height, onEndNear }: Asked) {
  const top = useTop(body);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to memoised parts
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const isEndNear = last >= count - AHEAD && isSeen(top, count * height);
  useLayoutEffect(() => {
    if (isEndNear) onEndNear();
  });
  return { first, last, above: first * height, below: (count - 1 - last) * height };
}

function isSeen(top: number, length: number): boolean {
  return top + length < scrollY + innerHeight * 2;
}

/** Where the rows begin on the page: what stands above them may grow. */
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
