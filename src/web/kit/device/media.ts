import { useSyncExternalStore } from 'react';

/** Returns a hook that returns whether a media query matches. */
export function createMediaHook(mediaQuery: string): () => boolean {
  let list: MediaQueryList | undefined;
  const query = () => (list ??= matchMedia(mediaQuery));
  const subscribe = (onChange: () => void) => {
    query().addEventListener('change', onChange);
    return () => query().removeEventListener('change', onChange);
  };
  const matches = () => query().matches;
  return () => useSyncExternalStore(subscribe, matches, matches);
}

const PHONE = '(max-width: 720px)';

/** Returns whether rows have two lines. */
export const useIsPhone = createMediaHook(PHONE);
export const isPhone = () => matchMedia(PHONE).matches;
/** Returns whether there is too little room for all columns of a wide table. */
export const useIsNarrow = createMediaHook('(max-width: 1100px)');
/** Returns whether the primary input is touch. */
export const useIsTouch = createMediaHook('(pointer: coarse)');
/** Returns whether the page is being printed. */
export const useIsPrinting = createMediaHook('print');
/** Returns whether the filter panel fits beside the table. */
export const useIsWide = createMediaHook('(min-width: 1280px)');
