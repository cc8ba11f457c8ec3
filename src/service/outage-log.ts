import { isStoreUnavailable, StoreUnavailableError } from './store/store-unavailable.ts';

/** The part of the service's logger that this needs. */
interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Failure = 'unavailable' | 'error';

/**
 * Logs when repeated work starts to fail and when it succeeds again, instead of every failure. An unavailable store
 * gets one line with its reason. Neither line holds a statement: drizzle's messages carry the whole SQL with its
 * parameters, so the driver's own error is logged.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #reported = new Set<Failure>();
  #what = '';
  #since = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Call after each failure; `what` names the work, as in "Refreshing the statistics". */
  failed(error: unknown, what: string): void {
    if (this.#reported.size === 0) {
      this.#what = what;
      this.#since = performance.now();
    }
    const failure = isStoreUnavailable(error) ? 'unavailable' : 'error';
    if (this.#reported.has(failure)) return;
    this.#reported.add(failure);
    if (failure === 'error') this.#log.error({ err: rootCause(error) }, `${what} failed`);
    else this.#log.warn({ reason: unavailableReason(error) }, `${what} failed: the store is unavailable`);
  }

  /** Call after each success. */
  succeeded(): void {
    if (this.#reported.size === 0) return;
    this.#reported.clear();
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    this.#log.info({ seconds }, `${this.#what} works again`);
  }
}

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;
}

function unavailableReason(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.message;
  return error instanceof Error ? unavailableReason(error.cause) : String(error);
}
