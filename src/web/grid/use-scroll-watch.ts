import { type RefObject, useEffect } from 'react';
import { watchRush } from '#web/lib/rush.ts';

/** Before rows are drawn for the new place: to ask where that is would lay them out at once. */
const early = { passive: true, capture: true };

/**
 * Marks the table while it is scrolled sideways: only then do its first columns have to stay, and each row that stays
 * is a layer of its own, which costs as much as all else that is painted of it.
 */
export function useScrollWatch(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const mark = () => element.toggleAttribute('data-sideways', element.scrollLeft > 0);
    mark();
    element.addEventListener('scroll', mark, early);
    const stop = watchRush(element);
    return () => {
      element.removeEventListener('scroll', mark, early);
      stop();
    };
  }, [scroller]);
}
