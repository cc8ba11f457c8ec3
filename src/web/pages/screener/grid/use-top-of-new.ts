import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Another question starts at its first row; going back, the router then restores where it was left. */
export function useTopOfNew(scroller: RefObject<HTMLElement | null>, question: string): void {
  const shown = useRef(question);
  useLayoutEffect(() => {
    if (shown.current === question) return;
    shown.current = question;
    scroller.current?.scrollTo(0, 0);
  }, [scroller, question]);
}
