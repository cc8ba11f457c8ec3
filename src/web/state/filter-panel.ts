import { createKept } from './kept.ts';

/** Whether the filters are put away where they have room beside the table. */
export const useFilterPanel = createKept<{ readonly isShut: boolean }>('jetscope.filters', (stored) => ({
  isShut: typeof stored === 'object' && stored !== null && 'isShut' in stored && stored.isShut === true,
}));
