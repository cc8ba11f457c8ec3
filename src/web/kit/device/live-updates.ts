import * as z from 'zod/mini';
import { createPersistedStore } from './persisted-store.ts';

const schema = z.object({ isPaused: z.boolean() });

/** Whether the user has paused live updates. */
export const useLiveUpdates = createPersistedStore<z.output<typeof schema>>(
  'jetscope.live',
  (stored) => z.safeParse(schema, stored).data ?? { isPaused: false },
);
