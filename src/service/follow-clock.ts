import type { RefresherListener } from './analytics/refresher.ts';

const INTERVAL_MS = 3_000;

/** Follows the clock of data that other services update. Stops when `stop` is called. */
export function followClock(
  refreshClock: () => Promise<void>,
  listener: RefresherListener,
): { readonly stop: () => Promise<void> } {
  let running = refresh();
  const timer = setInterval(() => {
    running = running.then(refresh);
  }, INTERVAL_MS);

  async function refresh(): Promise<void> {
    try {
      await refreshClock();
      listener.succeeded();
    } catch (error) {
      listener.failed(error);
    }
  }

  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
