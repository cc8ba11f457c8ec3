import type { Store } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import type { StoreAccess } from './store-access.ts';

const CHECK_MS = 1_000;
/** Time without a successful query after which the store is queried. */
const QUIET_MS = 5_000;

interface Log {
  warn(fields: object, message: string): void;
  info(message: string): void;
}

/**
 * Has StoreHealth notice outages without requests, and logs when the store becomes read-only and writable again. Returns
 * a function that stops the checks.
 */
export function watchStore(
  store: Pick<Store, 'condition'>,
  { health, probe }: Pick<StoreAccess, 'health' | 'probe'>,
  log: Log,
): () => void {
  let isReadOnly = false;
  const check = () => {
    const condition = store.condition();
    if (condition.state === 'unavailable') {
      health.recordFailure(new StoreUnavailableError(condition.reason));
      return;
    }
    if (health.isUnavailable || health.timeSinceSuccess >= QUIET_MS) void probe.refresh();
    if (isReadOnly === (condition.state === 'read-only')) return;
    isReadOnly = !isReadOnly;
    if (condition.state === 'read-only') log.warn({ reason: condition.reason }, 'The store is read-only');
    else log.info('The store is writable again');
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
