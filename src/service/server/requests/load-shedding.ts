import type { onRequestHookHandler } from 'fastify';
import { sendUnavailable, wasRejected } from '#service/server/errors.ts';

/**
 * Creates the hook that rejects requests before they are parsed, while the service is overloaded, on connections of which a
 * request was rejected shortly before.
 */
export function createLoadShedding(isOverloaded: () => boolean): onRequestHookHandler {
  return ({ raw: { socket } }, reply, next) => {
    if (wasRejected(socket) && isOverloaded()) sendUnavailable(reply, 'overloaded');
    else next();
  };
}
