import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { HEALTH_PATH, STATUS_PATH, type Status } from '#contract/status.ts';
import { askStore, countRows, dataOrigin } from '#service/queries/data-status.ts';
import type { Service } from '#service/service.ts';
import { sendCacheable } from './cacheable.ts';
import { JSON_TYPE, sendError } from './errors.ts';
import { rememberCounts } from './row-counts.ts';

const CACHE_CONTROL = 'no-cache';
const HEALTH_TIMEOUT_MS = 5000;

export function serveHealth(app: FastifyInstance, { store }: Service): void {
  app.get(HEALTH_PATH, async (request, reply) => {
    try {
      await within(HEALTH_TIMEOUT_MS, askStore(store.db));
    } catch (error) {
      request.log.error({ err: error }, 'the store does not answer');
      return sendError(reply, 503);
    }
    return reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', CACHE_CONTROL)
      .send('{"status":"ok"}');
  });
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export function serveStatus(
  app: FastifyInstance,
  service: Service,
  version: string,
  admit: onRequestHookHandler,
): void {
  const { store, clock } = service;
  const counts = rememberCounts(() => countRows(store.db));
  app.get(STATUS_PATH, { onRequest: admit }, async (request, reply) => {
    const origin = await dataOrigin(store.db);
    const status: Status = {
      source: origin?.source ?? 'none',
      clock: clock.now().toISOString(),
      clockFixed: clock.fixed,
      counts: await counts(origin?.builtAt ?? ''),
      version,
    };
    return sendCacheable(request, reply, {
      type: JSON_TYPE,
      body: JSON.stringify(status),
      cacheControl: CACHE_CONTROL,
    });
  });
}
