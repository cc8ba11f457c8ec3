import type { Store } from './store/store.ts';

const CHECK_MS = 1_000;
const REPEAT_MS = 60_000;

interface Log {
  warn(message: string): void;
  info(message: string): void;
}

/**
 * Logs when the store stops taking data or answering, once a minute for as long as that lasts, and when it is over.
 * Returns the way to stop.
 */
export function logStoreCondition(store: Pick<Store, 'condition'>, log: Log): () => void {
  let reported = 'ok';
  let reportedAt = 0;
  const check = () => {
    const condition = store.condition();
    const due = condition.state !== reported || performance.now() - reportedAt >= REPEAT_MS;
    if (!due || (condition.state === 'ok' && reported === 'ok')) return;
    reported = condition.state;
    reportedAt = performance.now();
    if (condition.state === 'ok') log.info('the store is available again');
    else log.warn(`the store is ${condition.state}: ${condition.reason}`);
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
