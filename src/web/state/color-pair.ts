import * as z from 'zod/mini';
import { createPersistedStore } from './persisted-store.ts';

/** How rise and fall are coloured: the usual, one for every kind of sight, and that of East Asia. */
export const colorPairs = ['green-red', 'blue-orange', 'red-green'] as const;
/** What the service's own drawings have. */
export const DEFAULT_COLOR_PAIR: ColorPair = 'green-red';
export type ColorPair = (typeof colorPairs)[number];

const chosen = z.object({ pair: z.enum(colorPairs) });

export const useColorPair = createPersistedStore<z.output<typeof chosen>>(
  'jetscope.colours',
  (stored) => z.safeParse(chosen, stored).data ?? { pair: DEFAULT_COLOR_PAIR },
);
