import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operations.ts';
import { type OperationName, type ServedOperations, servedOperations } from '#contract/served-operations.ts';
import {
  type Caller,
  CsvPage,
  type Handler,
  SerializedJson,
  type Service,
  type ServiceContext,
} from '#service/config/context.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { BRIEF, sendCacheable } from '#service/server/cacheable.ts';
import { BehindError, JSON_TYPE } from '#service/server/errors.ts';
import { POSITION } from '#service/server/headers.ts';
import type { StoreAccess } from '#service/server/store-health.ts';
import type { Database, Store } from '#service/store/database.ts';
import { type Position, parsePosition, positionText } from '#service/store/position.ts';
import type { Admission } from './admission.ts';
import { readInput } from './parse-request.ts';
import type { CachedResponse, EncodedResponse, ResponseCache } from './response-cache.ts';

/** The handlers of all operations, by name. */
export type Handlers = { readonly [Name in OperationName]: Handler<ServedOperations[Name]> };

/** What routes of operations, and of protocols on them, depend on. */
export interface OperationOptions {
  readonly service: Service;
  readonly readOperation: ReadOperation;
  readonly admission: Admission;
  readonly baseUrls: BaseUrls;
  readonly shedLoad: onRequestHookHandler;
}

/** Returns the response of an operation, from the cache or from one state of the store that may be older than `atLeast`. */
export type ReadOperation = <Name extends OperationName>(
  name: Name,
  input: InputOf<ServedOperations[Name]>,
  caller: Caller,
  atLeast?: bigint,
) => Promise<CachedResponse>;

interface ReaderOptions {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly access: StoreAccess;
  readonly responses: ResponseCache;
}

export function createOperationReader({
  service,
  handlers,
  access,
  responses,
}: ReaderOptions): ReadOperation {
  return (name, input, caller, atLeast) => {
    const handle: Handlers[typeof name] = handlers[name];
    const read = () =>
      access.run(() =>
        service.store.read(async (db, position) => ({
          ...encodeResponse(await handle({ ...service, store: { db } }, input, caller)),
          position,
        })),
      );
    return responses.get(servedOperations[name], input, caller.baseUrl, read, atLeast);
  };
}

export function serveOperations(app: FastifyInstance, options: OperationOptions): void {
  for (const name of operationNames()) serveOperation(app, name, options);
}

function operationNames(): OperationName[] {
  return Object.values(servedOperations).map(({ name }) => name);
}

function serveOperation<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  options: OperationOptions,
): void {
  const operation: ServedOperations[Name] = servedOperations[name];
  const { service, readOperation, admission, baseUrls, shedLoad } = options;
  const cacheControl = cacheControlOf(operation, service);
  app.route({
    method: operation.method,
    url: toRoutePath(operation.path),
    onRequest: [shedLoad, admission.operation(operation.plan)],
    handler: async (request, reply) => {
      const input = readInput(request, reply, operation);
      const caller = baseUrls.caller(request);
      const { body, type, tag, next, position } = await untilReached(
        service,
        requiredPosition(request),
        (atLeast) => readOperation(name, input, caller, atLeast),
      );
      reply.header(POSITION, positionText(position));
      if (next !== undefined) reply.header('link', linkToNext(request.raw.url ?? '', next));
      if (operation.method === 'GET')
        return sendCacheable(request, reply, {
          type,
          body,
          // Links with a Host header that a client has made up must not reach others.
          cacheControl: baseUrls.canonical(request) === undefined ? PRIVATE : cacheControl,
          tag,
        });
      return reply.header('content-type', type).header('cache-control', 'no-store').send(body);
    },
  });
}

/** Returns the position that a request requires; 0 if none. */
export function requiredPosition({ headers }: FastifyRequest): bigint {
  return parsePosition(headers[POSITION.toLowerCase()]) ?? 0n;
}

/** How long a replica may take to reach the position that a request requires, and the interval between attempts. */
const MAX_BEHIND_MS = 1_000;
const BEHIND_INTERVAL_MS = 100;

/**
 * Returns what `read` returns of data that is not older than required. Throws BehindError if replicas do not reach it in
 * time. A primary is never behind: then the position is that of another store, or of one before it was restored.
 */
export async function untilReached<Result extends { readonly position: Position }>(
  { store }: Service,
  required: bigint,
  read: (atLeast: bigint) => Promise<Result>,
): Promise<Result> {
  const isReached = ({ isReplica, transaction }: Position) => transaction >= required || !isReplica;
  const deadline = performance.now() + MAX_BEHIND_MS;
  let isFinal = required === 0n;
  for (;;) {
    try {
      const result = await read(required);
      if (isReached(result.position)) return result;
    } catch (error) {
      if (isFinal || !(error instanceof NotFoundError)) throw error;
      // The data may have been older than required.
      isFinal = true;
      if (isReached(await store.read(positionOnly))) continue;
    }
    do {
      if (performance.now() > deadline) throw new BehindError();
    } while (!isReached(await nextPosition(store)));
  }
}

async function positionOnly(_db: Database, position: Position): Promise<Position> {
  return position;
}

const nextPositions = new WeakMap<Store, Promise<Position>>();

/** Reads the position after a while, once for all requests that wait. */
function nextPosition(store: Store): Promise<Position> {
  const pending = nextPositions.get(store);
  if (pending) return pending;
  const next = delay(BEHIND_INTERVAL_MS)
    .then(() => store.read(positionOnly))
    .finally(() => void nextPositions.delete(store));
  nextPositions.set(store, next);
  return next;
}

const PRIVATE = 'private, max-age=2';

// With plans, a shared cache must not serve one client's paid response to another.
function cacheControlOf({ plan }: Operation, { config }: ServiceContext): string {
  if (plan === 'paid' && config.apiKeys !== undefined) return PRIVATE;
  return BRIEF;
}

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

function encodeResponse(result: object): EncodedResponse {
  if (!(result instanceof CsvPage)) return { body: encodeJson(result), type: JSON_TYPE };
  return { body: Buffer.from(result.text), type: CSV_TYPE, next: result.next };
}

/** Returns the Link header (RFC 8288) of a page. The URL is relative: the client knows the host under which it called. */
function linkToNext(url: string, cursor: string): string {
  const [path, ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('cursor', cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

const COMMA = Buffer.from(',');

/**
 * Returns the JSON of a response body in UTF-8. A socket writes bytes twice as fast as a string. Items of lists are
 * encoded separately: a single character beyond Latin-1 slows the encoding of its string down tenfold, and most items
 * have none.
 */
export function encodeJson(body: object): Buffer {
  if (body instanceof SerializedJson) return Buffer.from(body.text);
  const members: Buffer[][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) members.push([Buffer.from(`"${name}":`), ...encodeValue(value)]);
  }
  return Buffer.concat(joinMembers('{', members, '}'));
}

function encodeValue(value: unknown): Buffer[] {
  if (!Array.isArray(value)) return [encodeText(value)];
  const items = value.map((item: unknown) => [encodeText(item)]);
  return joinMembers('[', items, ']');
}

function joinMembers(open: string, members: readonly Buffer[][], close: string): Buffer[] {
  return [
    Buffer.from(open),
    ...members.flatMap((parts, index) => (index > 0 ? [COMMA, ...parts] : parts)),
    Buffer.from(close),
  ];
}

function encodeText(value: unknown): Buffer {
  return Buffer.from(value instanceof SerializedJson ? value.text : JSON.stringify(value));
}

/** Converts a path template to Fastify's syntax: `/jettons/{address}` to `/jettons/:address`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
