import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CAPTURE_PASSIVE } from './fast-scroll.ts';

/** What is visible of rows below each other, in pixels from the top of the first one. */
interface Viewport {
  readonly top: number;
  readonly height: number;
}

/** Indexes of rows. There are none if `last` is less than `first`. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

interface Options {
  /** The element that scrolls the rows. With `scrollsPage`, the element around the rows, which scroll with the page. */
  readonly element: RefObject<HTMLElement | null>;
  readonly scrollsPage?: boolean;
  /** Height of each row, in pixels. */
  readonly rowHeight: number;
  /** What is visible at first. An element is scrolled there when it is mounted. */
  readonly initial?: Viewport;
}

/**
 * Returns the rows that are in the window or in a scrolling element, whether or not they exist, and a function that assumes
 * another scroll position until the next event. Renders only when other rows come into sight.
 */
export function useRowsInSight({
  element,
  scrollsPage = false,
  rowHeight,
  initial = { top: 0, height: 0 },
}: Options): readonly [RowRange, (top: number) => void] {
  const [viewport, setViewport] = useState(initial);
  const rendered = useRef(viewport);
  useLayoutEffect(() => {
    rendered.current = viewport;
  });
  const hasMounted = useRef(false);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    if (!hasMounted.current && !scrollsPage && initial.top > 0) observed.scrollTo({ top: initial.top });
    hasMounted.current = true;
    const update = () => {
      const next = viewportOf(observed, scrollsPage);
      if (!isSameRange(rendered.current, next, rowHeight)) setViewport(next);
    };
    const scrolled = scrollsPage ? document : observed;
    // Otherwise the browser would paint the new position before its rows.
    const onScroll = ({ target }: Event) => {
      if (target === scrolled) flushSync(update);
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(scrollsPage ? document.body : observed);
    scrolled.addEventListener('scroll', onScroll, CAPTURE_PASSIVE);
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', onScroll, CAPTURE_PASSIVE);
    };
  }, [element, scrollsPage, rowHeight, initial.top]);
  const moveTo = (top: number) => setViewport(({ height }) => ({ top, height }));
  return [rangeOf(viewport, rowHeight), moveTo];
}

function viewportOf(element: HTMLElement, scrollsPage: boolean): Viewport {
  return scrollsPage
    ? { top: -element.getBoundingClientRect().top, height: innerHeight }
    : { top: element.scrollTop, height: element.clientHeight };
}

function rangeOf({ top, height }: Viewport, rowHeight: number): RowRange {
  return {
    first: Math.max(Math.floor(top / rowHeight), 0),
    last: Math.max(Math.ceil((top + height) / rowHeight) - 1, 0),
  };
}

function isSameRange(one: Viewport, other: Viewport, rowHeight: number): boolean {
  const [a, b] = [rangeOf(one, rowHeight), rangeOf(other, rowHeight)];
  return a.first === b.first && a.last === b.last;
}

/** Returns the rows to render of `count` rows: those in sight, and `overscan` more on both sides. */
export function renderedRange({ first, last }: RowRange, count: number, overscan: number): RowRange {
  return {
    first: Math.max(Math.min(first, count - 1) - overscan, 0),
    last: Math.min(last + overscan, count - 1),
  };
}
