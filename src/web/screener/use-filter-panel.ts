import * as z from 'zod/mini';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

const schema = z.object({ isShut: z.boolean() });

/** Whether the filter panel is collapsed on wide screens. */
export const useFilterPanel = createPersistedStore<z.output<typeof schema>>(
  'jetscope.filters',
  (stored) => z.safeParse(schema, stored).data ?? { isShut: false },
);
