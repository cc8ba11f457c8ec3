import { useSyncExternalStore } from 'react';

/** A hook that says whether a media query holds. */
export function createMediaHook(text: string): () => boolean {
  const query = matchMedia(text);
  const subscribe = (onChange: () => void) => {
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

const PHONE = '(max-width: 720px)';

/** Whether rows stand in two lines. */
export const useIsPhone = createMediaHook(PHONE);
export const isPhone = () => matchMedia(PHONE).matches;
/** Whether a table of many columns has no room for all. */
export const useIsNarrow = createMediaHook('(max-width: 1100px)');
/** Whether a finger points. */
export const useIsTouch = createMediaHook('(pointer: coarse)');
/** Whether the filters have room beside the table. */
export const useIsWide = createMediaHook('(min-width: 1200px)');
