import { setTimeout as delay } from 'node:timers/promises';
import type { TaskListener } from './config/task-listener.ts';

const INTERVAL_MS = 3_000;

/** Follows the clock of data that other services update. `stop` waits for a running refresh. */
export function followClock(
  refreshClock: () => Promise<void>,
  listener: TaskListener,
): { readonly stop: () => Promise<void> } {
  const stopped = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await refresh();
      await delay(INTERVAL_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function refresh(): Promise<void> {
    try {
      await refreshClock();
      listener.succeeded();
    } catch (error) {
      listener.failed(error);
    }
  }

  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
