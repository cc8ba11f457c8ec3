import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { InputOf, Operation, ResponseOf } from '#contract/operations.ts';
import { getPushKey, subscribe, unsubscribe } from '#contract/push.ts';
import type { Service } from '#service/config/context.ts';
import { JSON_TYPE, sendUnavailable } from '#service/server/errors.ts';
import { type Admission, sendTooManyRequests } from '#service/server/requests/admission.ts';
import { readInput } from '#service/server/requests/parse-request.ts';
import type { StoreAccess } from '#service/server/store-health.ts';
import {
  deleteSubscription,
  readPushKey,
  SubscriptionLimitError,
  saveSubscription,
} from './subscriptions.ts';

interface PushOptions {
  readonly service: Service;
  readonly access: StoreAccess;
  readonly admission: Admission;
  readonly shedLoad: onRequestHookHandler;
}

/** After this time, a client may try again to subscribe. */
const LIMIT_MS = 3_600_000;

/** Serves the operations with which browsers receive alerts while no page is open. */
export function servePush(app: FastifyInstance, { service, access, admission, shedLoad }: PushOptions): void {
  const { store, config } = service;

  function serve<Op extends Operation>(
    operation: Op,
    handle: (input: InputOf<Op>, request: FastifyRequest) => Promise<ResponseOf<Op>>,
  ): void {
    app.route({
      method: operation.method,
      url: operation.path,
      onRequest: [shedLoad, admission.operation(operation.plan)],
      handler: async (request, reply) => {
        const value = readInput(request, reply, operation);
        // Nodes of this role only read, maybe from a replica.
        if (operation.method === 'POST' && config.role === 'api') return sendUnavailable(reply);
        try {
          return await send(reply, await access.run(() => handle(value, request)));
        } catch (error) {
          if (error instanceof SubscriptionLimitError) return sendTooManyRequests(reply, LIMIT_MS);
          throw error;
        }
      },
    });
  }

  serve(getPushKey, async () => ({ serverKey: (await readPushKey(store.db)).publicKey }));
  serve(subscribe, (input, request) =>
    saveSubscription(store, input, admission.clientOf(request), config.pushSubscriptions),
  );
  serve(unsubscribe, async ({ endpoint, auth }) => {
    await deleteSubscription(store, endpoint, auth);
    return {};
  });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
