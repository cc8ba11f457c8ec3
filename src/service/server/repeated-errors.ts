import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { errorForLog } from './error-log.ts';

const WINDOW_MS = 10_000;
const MAX_TRACKED = 100;

/** Logs each distinct error at most once in 10 seconds, with the number of occurrences suppressed since then. */
export class RepeatedErrors {
  readonly #tracked = new LRUCache<string, { loggedAt: number; suppressed: number }>({ max: MAX_TRACKED });

  log(log: FastifyBaseLogger, error: unknown, route: string | undefined): void {
    const { type, message } = errorForLog(error);
    const key = JSON.stringify([route, type, message]);
    const previous = this.#tracked.get(key);
    const now = performance.now();
    if (previous && now - previous.loggedAt < WINDOW_MS) {
      previous.suppressed += 1;
      return;
    }
    this.#tracked.set(key, { loggedAt: now, suppressed: 0 });
    const suppressed = previous?.suppressed ?? 0;
    log.error({ err: error, route, ...(suppressed > 0 && { suppressed }) }, 'Unexpected error');
  }
}
