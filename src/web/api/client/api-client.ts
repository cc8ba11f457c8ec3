import { createClient } from './client.ts';
import { createPlan } from './plan.ts';
import { browserEvents, Queue } from './queue.ts';
import { loadSettings } from './settings.ts';

export const queue = new Queue<unknown>(browserEvents);
export const plan = createPlan();

/** The client of the configured service, shared by all queries. */
export const service = createClient({ settings: loadSettings, queue, plan });
