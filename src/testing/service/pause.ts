import { setTimeout as delay } from 'node:timers/promises';

/** Waits between rounds of background work, like a service in use. */
export async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}
