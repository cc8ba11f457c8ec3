import { createClient } from './client.ts';
import { createPlan } from './plan.ts';
import { Queue } from './queue.ts';
import { loadSettings } from './settings.ts';
import { tab } from './tab.ts';

/** How the calls are doing, and what the plan does not have. */
export const queue = new Queue<unknown>(tab);
export const plan = createPlan();

/** The one service that this page talks to. */
export const service = createClient({ settings: loadSettings, queue, plan });
