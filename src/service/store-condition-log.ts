import type { Store } from './store/store.ts';

const CHECK_MS = 1_000;
const REPEAT_MS = 60_000;

interface Log {
  warn(message: string): void;
  info(message: string): void;
}

/**
 * Logs when the store becomes read-only or unavailable, every minute while that lasts, and when it is available again.
 * Returns a function that stops the checks.
 */
export function logStoreCondition(store: Pick<Store, 'condition'>, log: Log): () => void {
  let reportedState = 'ok';
  let reportedAt = 0;
  const check = () => {
    const condition = store.condition();
    const isDue = condition.state !== reportedState || performance.now() - reportedAt >= REPEAT_MS;
    if (!isDue || (condition.state === 'ok' && reportedState === 'ok')) return;
    reportedState = condition.state;
    reportedAt = performance.now();
    if (condition.state === 'ok') log.info('the store is available again');
    else log.warn(`the store is ${condition.state}: ${condition.reason}`);
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
