import * as z from 'zod/mini';
import { createPersistedStore } from './persisted-store.ts';

/** Colors of rising and falling values: Western default, suitable for color blindness, East Asian convention. */
export const colorPairs = ['green-red', 'blue-orange', 'red-green'] as const;
/** Matches the images that the service renders. */
export const DEFAULT_COLOR_PAIR: ColorPair = 'green-red';
export type ColorPair = (typeof colorPairs)[number];

export const colorPairLabels: Record<ColorPair, string> = {
  'green-red': 'green up, red down',
  'blue-orange': 'blue up, orange down',
  'red-green': 'red up, green down',
};

const schema = z.object({ pair: z.enum(colorPairs) });

export const useColorPair = createPersistedStore<z.output<typeof schema>>(
  'jetscope.colours',
  (stored) => z.safeParse(schema, stored).data ?? { pair: DEFAULT_COLOR_PAIR },
);
