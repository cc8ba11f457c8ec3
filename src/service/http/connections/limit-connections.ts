import type { FastifyInstance } from 'fastify';
import { Pipelining } from './pipelining.ts';
import type { TimeLimits } from './time-limits.ts';
import { UnsentResponses } from './unsent-responses.ts';

/**
 * Bounds what clients can make the service hold for them: requests that wait for earlier ones of their connection, and
 * responses that they do not read. Call it before any other hook is added. Hooks, and not a server of our own, because
 * the framework opens a second server for `localhost`.
 */
export function limitConnections(app: FastifyInstance, { silence, unread, check }: TimeLimits): Pipelining {
  const pipelining = new Pipelining(silence);
  const unsent = new UnsentResponses(unread);
  app.addHook('onRequest', (request, reply, next) =>
    pipelining.enqueue(request.raw, reply.raw, () => next()),
  );
  app.addHook('onSend', (_request, reply, payload, next) => {
    unsent.add(reply.raw, payload);
    next(null, payload);
  });
  const timer = setInterval(() => unsent.check(), check).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return pipelining;
}
