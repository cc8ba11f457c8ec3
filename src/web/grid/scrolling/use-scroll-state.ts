import { type RefObject, useEffect } from 'react';
import { EARLY, watchRush } from '#web/lib/fast-scroll.ts';

/**
 * Marks the table while it is scrolled sideways: only then do its first columns have to stay, and each row that stays
 * is a layer of its own, which costs as much as all else that is painted of it.
 */
export function useScrollState(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const mark = () => element.toggleAttribute('data-sideways', element.scrollLeft > 0);
    mark();
    element.addEventListener('scroll', mark, EARLY);
    const stop = watchRush(element);
    return () => {
      element.removeEventListener('scroll', mark, EARLY);
      stop();
    };
  }, [scroller]);
}
