import { isStoreUnavailable, StoreUnavailableError } from './store/store-errors.ts';

interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Longer than it takes to detect an outage of the store. */
const DETECTION_MS = 30_000;

/**
 * Logs once when a repeated task starts to fail and once when it succeeds again; at level debug if the reason is an
 * outage of the store, which is logged elsewhere. Logs the driver's error rather than Drizzle's, whose message contains
 * the whole SQL statement with its parameters.
 */
export class OutageLog {
  readonly #log: Log;
  /** Whether an outage of the store has been logged and continues. */
  readonly #isStoreDown: () => boolean;
  readonly #reported = new Set<'debug' | 'warn' | 'error'>();
  #task = '';
  #since = 0;
  /** Start of failures that no logged outage explains. */
  #unexplainedSince: number | undefined;

  constructor(log: Log, isStoreDown: () => boolean) {
    this.#log = log;
    this.#isStoreDown = isStoreDown;
  }

  /** Call after each failure. `task` is a phrase such as "Refreshing the statistics". */
  failed(error: unknown, task: string): void {
    if (this.#reported.size === 0) {
      this.#task = task;
      this.#since = performance.now();
    }
    const level = isStoreUnavailable(error) ? this.#levelOfOutage() : 'error';
    if (this.#reported.has(level)) return;
    this.#reported.add(level);
    if (level === 'error') this.#log.error({ err: rootCause(error) }, `${task} failed`);
    else this.#log[level]({ reason: unavailableReason(error) }, `${task} failed: the store is unavailable`);
  }

  /** Call after each success. */
  succeeded(): void {
    if (this.#reported.size === 0) return;
    const level = this.#reported.has('warn') || this.#reported.has('error') ? 'info' : 'debug';
    this.#reported.clear();
    this.#unexplainedSince = undefined;
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    this.#log[level]({ seconds }, `${this.#task} succeeded again`);
  }

  /** A task can fail although the store is available otherwise: because of a timeout, for example. */
  #levelOfOutage(): 'debug' | 'warn' {
    const now = performance.now();
    if (this.#isStoreDown()) this.#unexplainedSince = undefined;
    else this.#unexplainedSince ??= now;
    return now - (this.#unexplainedSince ?? now) < DETECTION_MS ? 'debug' : 'warn';
  }
}

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;
}

function unavailableReason(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.message;
  return error instanceof Error ? unavailableReason(error.cause) : String(error);
}
