import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { errorForLog } from './error-log.ts';

const WINDOW_MS = 10_000;
const MAX_KINDS = 100;

/** Logs an error that repeats once in ten seconds, with how often it came since the last line. */
export class RepeatedErrors {
  readonly #kinds = new LRUCache<string, { loggedAt: number; suppressed: number }>({ max: MAX_KINDS });

  log(log: FastifyBaseLogger, error: unknown, route: string | undefined): void {
    const { type, message } = errorForLog(error);
    const kind = JSON.stringify([route, type, message]);
    const known = this.#kinds.get(kind);
    const now = performance.now();
    if (known && now - known.loggedAt < WINDOW_MS) {
      known.suppressed += 1;
      return;
    }
    this.#kinds.set(kind, { loggedAt: now, suppressed: 0 });
    const suppressed = known?.suppressed ?? 0;
    log.error({ err: error, route, ...(suppressed > 0 && { suppressed }) }, 'unexpected failure');
  }
}
