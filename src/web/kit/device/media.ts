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

const PHONE = '(max-width: 45rem)';

/** Returns whether rows have two lines. */
export const useIsPhone = createMediaHook(PHONE);
export const isPhone = () => matchMedia(PHONE).matches;
/** Returns whether there is too little room for all columns of a wide table. */
export const useIsNarrow = createMediaHook('(max-width: 68.75rem)');
/** Returns whether the primary input is touch. */
export const useIsTouch = createMediaHook('(pointer: coarse)');
/** Returns whether the page is being printed. */
export const useIsPrinting = createMediaHook('print');
/** Returns whether the filter panel fits beside the table. */
export const useIsWide = createMediaHook('(min-width: 80rem)');

let scale: number | undefined;

/** Converts pixels at the default font size to those at the font size of the browser, which the lengths of styles follow. */
export function scaled(pixels: number): number {
  scale ??= import.meta.env.SSR
    ? 1
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return pixels * scale;
}
