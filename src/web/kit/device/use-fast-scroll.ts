import { useSyncExternalStore } from 'react';
import { isFastScrolling, onFastScrollChange } from './fast-scroll.ts';

function alwaysFalse(): boolean {
  return false;
}

/** Returns whether the user is scrolling fast. With `isEnabled` false it returns false and never rerenders the component. */
export function useFastScroll(isEnabled = true): boolean {
  return useSyncExternalStore(onFastScrollChange, isEnabled ? isFastScrolling : alwaysFalse);
}
