import * as z from 'zod/mini';
import { createKept } from './kept.ts';

/** How rise and fall are coloured: the usual, one for every kind of sight, and that of East Asia. */
export const colourPairs = ['green-red', 'blue-orange', 'red-green'] as const;
/** What the service's own drawings have. */
export const USUAL_PAIR: ColourPair = 'green-red';
export type ColourPair = (typeof colourPairs)[number];

const chosen = z.object({ pair: z.enum(colourPairs) });

export const useColourPair = createKept<z.output<typeof chosen>>(
  'jetscope.colours',
  (stored) => z.safeParse(chosen, stored).data ?? { pair: USUAL_PAIR },
);
