import { useSyncExternalStore } from 'react';
import { isRush, onRush } from '#web/lib/fast-scroll.ts';

function never(): boolean {
  return false;
}

/** Who does not care is not drawn again for it, all at once in a rush's first frame. */
export function useRush(cares = true): boolean {
  return useSyncExternalStore(onRush, cares ? isRush : never);
}
