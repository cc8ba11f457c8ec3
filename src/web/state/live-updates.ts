import { createKept } from './kept.ts';

export const useLiveUpdates = createKept<{ readonly isPaused: boolean }>('jetscope.live', (stored) => ({
  isPaused: typeof stored === 'object' && stored !== null && 'isPaused' in stored && stored.isPaused === true,
}));
