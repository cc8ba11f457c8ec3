import { isStoreUnavailable, StoreUnavailableError } from './store/store-unavailable.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Failure = 'unavailable' | 'error';

/**
 * Logs once when a repeated task starts to fail and once when it succeeds again. Logs the driver's error rather than
 * Drizzle's, whose message contains the whole SQL statement with its parameters.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #reported = new Set<Failure>();
  #task = '';
  #since = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Call after each failure. `task` is a phrase such as "Refreshing the statistics". */
  failed(error: unknown, task: string): void {
    if (this.#reported.size === 0) {
      this.#task = task;
      this.#since = performance.now();
    }
    const failure = isStoreUnavailable(error) ? 'unavailable' : 'error';
    if (this.#reported.has(failure)) return;
    this.#reported.add(failure);
    if (failure === 'error') this.#log.error({ err: rootCause(error) }, `${task} failed`);
    else this.#log.warn({ reason: unavailableReason(error) }, `${task} failed: the store is unavailable`);
  }

  /** Call after each success. */
  succeeded(): void {
    if (this.#reported.size === 0) return;
    this.#reported.clear();
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    this.#log.info({ seconds }, `${this.#task} succeeded again`);
  }
}

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;
}

function unavailableReason(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.message;
  return error instanceof Error ? unavailableReason(error.cause) : String(error);
}
