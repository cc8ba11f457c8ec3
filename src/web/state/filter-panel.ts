import { createPersistedStore } from './persisted-store.ts';

/** Whether the filter panel is collapsed on wide screens. */
export const useFilterPanel = createPersistedStore<{ readonly isShut: boolean }>(
  'jetscope.filters',
  (stored) => ({
    isShut: typeof stored === 'object' && stored !== null && 'isShut' in stored && stored.isShut === true,
  }),
);
