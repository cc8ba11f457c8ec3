import { useSyncExternalStore } from 'react';
import { isFastScrolling, onFastScrollChange } from '#web/lib/fast-scroll.ts';

function never(): boolean {
  return false;
}

/** Who does not care is not drawn again for it, all at once in a rush's first frame. */
export function useFastScroll(cares = true): boolean {
  return useSyncExternalStore(onFastScrollChange, cares ? isFastScrolling : never);
}
