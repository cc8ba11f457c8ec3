import { type RefObject, useEffect } from 'react';
import { CAPTURE_PASSIVE, trackFastScroll } from '#web/kit/device/fast-scroll.ts';

/**
 * Tracks fast scrolling, and sets `data-sideways` on the scroller while it is scrolled sideways. Only then are the pinned
 * columns sticky, because a sticky element in every row costs a layer and doubles the cost of painting.
 */
export function useScrollState(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => element.toggleAttribute('data-sideways', element.scrollLeft > 0);
    update();
    element.addEventListener('scroll', update, CAPTURE_PASSIVE);
    const stop = trackFastScroll(element);
    return () => {
      element.removeEventListener('scroll', update, CAPTURE_PASSIVE);
      stop();
    };
  }, [scroller]);
}
