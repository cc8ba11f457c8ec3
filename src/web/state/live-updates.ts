import { createPersistedStore } from './persisted-store.ts';

/** Whether the user has paused live updates. */
export const useLiveUpdates = createPersistedStore<{ readonly isPaused: boolean }>(
  'jetscope.live',
  (stored) => ({
    isPaused:
      typeof stored === 'object' && stored !== null && 'isPaused' in stored && stored.isPaused === true,
  }),
);
