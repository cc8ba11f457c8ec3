import { createPersistedStore } from './persisted-store.ts';

/** Whether the filters are put away where they have room beside the table. */
export const useFilterPanel = createPersistedStore<{ readonly isShut: boolean }>(
  'jetscope.filters',
  (stored) => ({
    isShut: typeof stored === 'object' && stored !== null && 'isShut' in stored && stored.isShut === true,
  }),
);
