import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type ErrorStatus,
  errorBodyOf,
  InvalidValueError,
  isErrorStatus,
  NotFoundError,
} from '#contract/errors.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';
import { OverloadedError } from './concurrency-limiter.ts';
import { pauseReading } from './connection-limits.ts';
import { INVALID_PARAMETERS, namesHeader } from './headers.ts';
import { errorForLog } from './log.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Values of Retry-After, in seconds. */
export const RETRY_AFTER = { behind: 1, overloaded: 2, unavailable: 5 } as const;

/** Sends every error response. */
export function sendError(reply: FastifyReply, status: ErrorStatus): FastifyReply {
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBodyOf(status)));
}

/** When a request of a connection was last rejected because of overload, in the time of `performance.now()`. */
const overloadedAt = new WeakMap<Socket, number>();

/** A request within as many milliseconds repeats a rejected one. */
const REPEAT_MS = 10_000;

/** Whether a request of the connection was rejected because of overload shortly before. */
export function wasRejected(socket: Socket): boolean {
  return performance.now() - (overloadedAt.get(socket) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS;
}

/**
 * Sends 503 with Retry-After. A connection that repeats a request rejected because of overload, and is rejected again, is
 * not read until then, so that clients that repeat at once leave the time to requests that were admitted.
 */
export function sendUnavailable(
  reply: FastifyReply,
  reason: keyof typeof RETRY_AFTER = 'unavailable',
): FastifyReply {
  const { socket } = reply.request.raw;
  if (reason === 'overloaded') {
    if (wasRejected(socket)) pauseReading(socket, RETRY_AFTER.overloaded * 1000);
    overloadedAt.set(socket, performance.now());
  }
  return sendError(reply.header('retry-after', RETRY_AFTER[reason]), 503);
}

/** Sends 503 without waiting for the handler of the request. */
export function refuse(reply: FastifyReply): void {
  const { raw, log } = reply.hijack();
  // The handler's response is too late.
  log.level = 'silent';
  const { 'content-encoding': _encoding, etag: _tag, ...headers } = reply.getHeaders();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  const own = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
  raw.writeHead(503, { ...own, 'retry-after': String(RETRY_AFTER.unavailable) });
  raw.end(JSON.stringify(errorBodyOf(503)));
}

/** The data of a replica is older than the request requires (HTTP 503 with Retry-After). */
export class BehindError extends Error {
  override readonly name = 'BehindError';
}

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Creates the handler for everything that a route, a parser or the framework throws. Unexpected errors are logged; their
 * details are never sent to the client.
 */
export function createErrorHandler(): ErrorHandler {
  const repeated = new RepeatedErrors();
  return (error, request, reply) => {
    // After rejecting a body, Fastify closes the connection: a client still sending would get a reset instead of the
    // response. Keep it open; Node discards the rest of the body, within the request timeout.
    reply.removeHeader('connection');
    if (error instanceof BehindError) return sendUnavailable(reply, 'behind');
    if (isTemporaryFailure(error))
      return sendUnavailable(reply, error instanceof OverloadedError ? 'overloaded' : 'unavailable');
    const status = statusOf(error);
    if (status === 500 && !isClientDisconnect(error))
      repeated.log(request.log, error, request.routeOptions.url);
    if (error instanceof InvalidValueError) reply.header(INVALID_PARAMETERS, namesHeader(error.parameters));
    return sendError(reply, status);
  };
}

/**
 * Returns true if the store is overloaded or unavailable, so that the request may succeed later. StoreHealth logs the
 * start and end of an outage; do not log these errors per request.
 */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof OverloadedError || isStoreUnavailable(error);
}

// A client that disconnects while its response is being compressed breaks the stream.
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function statusOf(error: unknown): ErrorStatus {
  if (error instanceof NotFoundError) return 404;
  if (error instanceof InvalidValueError) return 400;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (isErrorStatus(status)) return status;
  return status >= 400 && status < 500 ? 400 : 500;
}

const REPEAT_WINDOW_MS = 10_000;
const MAX_TRACKED_ERRORS = 100;

/** Logs each distinct error at most once in 10 seconds, with the number of occurrences suppressed since then. */
class RepeatedErrors {
  readonly #tracked = new LRUCache<string, { loggedAt: number; suppressed: number }>({
    max: MAX_TRACKED_ERRORS,
  });

  log(log: FastifyBaseLogger, error: unknown, route: string | undefined): void {
    const { type, message } = errorForLog(error);
    const key = JSON.stringify([route, type, message]);
    const previous = this.#tracked.get(key);
    const now = performance.now();
    if (previous && now - previous.loggedAt < REPEAT_WINDOW_MS) {
      previous.suppressed += 1;
      return;
    }
    this.#tracked.set(key, { loggedAt: now, suppressed: 0 });
    const suppressed = previous?.suppressed ?? 0;
    log.error({ err: error, route, ...(suppressed > 0 && { suppressed }) }, 'Unexpected error');
  }
}

const statuses: Readonly<Record<string, ErrorStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const LINGER_MS = 1000;

/**
 * Responds to malformed HTTP, oversized headers and request timeouts, then closes the connection. If a response to the
 * incomplete request has already started, only closes the connection: the client would match a second response to
 * another request.
 */
export function handleClientError(
  error: { readonly code?: string },
  socket: Socket,
  hasResponse: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (!hasResponse) socket.write(rawResponse(statuses[error.code ?? ''] ?? 400));
  socket.end();
  // Destroying the socket immediately would reset the connection before a client that is still sending reads the response.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function rawResponse(status: ErrorStatus): string {
  const body = JSON.stringify(errorBodyOf(status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
