import type { FastifyInstance } from 'fastify';
import { type Operation, type OperationName, type Operations, operations } from '#contract/operations.ts';
import { parseInput } from '#contract/request-encoding.ts';
import { InvalidValueError } from '#contract/request-errors.ts';
import type { Handler, Service } from '#service/config/context.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import type { StoreAccess } from '#service/server/health/store-access.ts';
import type { Admission } from './admission.ts';
import { encodeJson } from './encode-json.ts';
import { parseQuery } from './parse-query.ts';
import type { ResponseCache } from './response-cache.ts';
import { toRoutePath } from './route-path.ts';

/** The handlers of all operations, by name. */
export type Handlers = { readonly [Name in OperationName]: Handler<Operations[Name]> };

export interface OperationOptions {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly admission: Admission;
  readonly baseUrls: BaseUrls;
  readonly access: StoreAccess;
  readonly responses: ResponseCache;
}

/** Maximum age of responses in browsers and content delivery networks. */
const MAX_AGE_SECONDS = 2;
/** How long they may then serve the stale response while requesting a new one. */
const STALE_WHILE_REVALIDATE_SECONDS = 8;

export function serveOperations(app: FastifyInstance, options: OperationOptions): void {
  for (const name of operationNames()) serveOperation(app, name, options);
}

function operationNames(): OperationName[] {
  return Object.values(operations).map(({ name }) => name);
}

function serveOperation<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  options: OperationOptions,
): void {
  const operation: Operations[Name] = operations[name];
  const handle: Handlers[Name] = options.handlers[name];
  const { service, admission, baseUrls, access, responses } = options;
  const cacheControl = cacheControlOf(operation, service);
  app.route<{ Params: Record<string, string> }>({
    method: operation.method,
    url: toRoutePath(operation.path),
    onRequest: admission.operation(operation.plan),
    handler: async (request, reply) => {
      const query = operation.method === 'GET' ? parseQuery(request.raw.url ?? '') : [];
      const input = parseInput(operation, { path: request.params, query, body: request.body });
      if (input === undefined) throw new InvalidValueError(name);
      const caller = { baseUrl: baseUrls.forRequest(request) };
      const { body, tag } = await responses.get(operation, input, caller.baseUrl, async () =>
        encodeJson(await access.run(() => handle(service, input, caller))),
      );
      if (operation.method === 'GET')
        return sendCacheable(request, reply, { type: JSON_TYPE, body, cacheControl, tag });
      return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
    },
  });
}

// With plans, a shared cache must not serve one client's paid response to another.
function cacheControlOf({ plan }: Operation, { config }: Service): string {
  if (plan === 'paid' && config.apiKeys !== undefined) return `private, max-age=${MAX_AGE_SECONDS}`;
  return `public, max-age=${MAX_AGE_SECONDS}, stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}`;
}
