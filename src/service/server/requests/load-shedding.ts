import type { onRequestHookHandler } from 'fastify';
import { pauseReading } from '#service/server/connection-limits.ts';
import { RETRY_AFTER, sendUnavailable, wasRejected } from '#service/server/errors.ts';

/**
 * Creates the hook that rejects requests before they are parsed, while the service is overloaded, on connections of which a
 * request was rejected shortly before. Such a connection is then not read until its `Retry-After` has passed, so that
 * clients that repeat at once leave the time to requests that were admitted.
 */
export function createLoadShedding(isOverloaded: () => boolean): onRequestHookHandler {
  return ({ raw: { socket } }, reply, next) => {
    if (!wasRejected(socket) || !isOverloaded()) {
      next();
      return;
    }
    pauseReading(socket, RETRY_AFTER.overloaded * 1000);
    sendUnavailable(reply, 'overloaded');
  };
}
