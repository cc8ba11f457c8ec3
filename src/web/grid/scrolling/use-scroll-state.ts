import { type RefObject, useEffect } from 'react';
import { CAPTURE_PASSIVE, trackFastScroll } from '#web/lib/fast-scroll.ts';

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
    element.addEventListener('scroll', mark, CAPTURE_PASSIVE);
    const stop = trackFastScroll(element);
    return () => {
      element.removeEventListener('scroll', mark, CAPTURE_PASSIVE);
      stop();
    };
  }, [scroller]);
}
