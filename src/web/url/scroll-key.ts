import type { ParsedLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry whose scroll position this one goes on with: it was put back in its place. */
    scrollKeyOf?: string;
  }
}

/** By what the scroll positions of an entry of the history are kept. */
export function scrollKey({ state, href }: ParsedLocation): string {
  return state.scrollKeyOf ?? state.__TSR_key ?? href;
}
