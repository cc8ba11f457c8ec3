import type { FastifyInstance } from 'fastify';
import { Pipelining } from './pipelining.ts';
import type { TimeLimits } from './time-limits.ts';
import { UnsentResponses } from './unsent-responses.ts';

/**
 * Bounds the memory that clients can occupy with pipelined requests and with responses that they do not read. Call it
 * before adding any other hook. It uses hooks instead of a custom server because Fastify opens a second server for
 * `localhost`.
 */
export function limitConnections(
  app: FastifyInstance,
  { inactivity, stalledRead, check }: TimeLimits,
): Pipelining {
  const pipelining = new Pipelining(inactivity);
  const unsent = new UnsentResponses(stalledRead);
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
