import type { ParsedLocation } from '@tanstack/react-router';

/** How a change affects the history: `commit` adds an entry; `typing` replaces the entry until the edit is committed. */
export type HistoryMode = 'typing' | 'commit';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Scroll key of the history entry that this entry replaced. */
    scrollKeyOf?: string;
  }
}

/** Returns the key under which the scroll position of a history entry is stored. */
export function scrollKey({ state, href }: ParsedLocation): string {
  return state.scrollKeyOf ?? state.__TSR_key ?? href;
}
