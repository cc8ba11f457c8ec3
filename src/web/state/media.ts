import { useSyncExternalStore } from 'react';

/** A hook that says whether a media query holds. */
export function mediaHook(text: string): () => boolean {
  const query = matchMedia(text);
  const subscribe = (onChange: () => void) => {
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

const PHONE = '(max-width: 720px)';

/** Whether rows stand in two lines. */
export const usePhone = mediaHook(PHONE);
export const isPhone = () => matchMedia(PHONE).matches;
/** Whether a table of many columns has no room for all. */
export const useNarrow = mediaHook('(max-width: 1100px)');
/** Whether a finger points. */
export const useTouch = mediaHook('(pointer: coarse)');
/** Whether the filters have room beside the table. */
export const useWide = mediaHook('(min-width: 1200px)');
