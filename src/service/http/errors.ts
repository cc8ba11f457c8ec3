import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorStatus, errorBodyOf, isErrorStatus } from '#contract/errors.ts';
import { OverloadedError } from '#service/concurrency-limiter.ts';
import { InvalidValueError, NotFoundError } from '#service/service.ts';
import { isStoreUnavailable } from '#service/store/store-unavailable.ts';
import { RepeatedErrors } from './repeated-errors.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a client is to wait before it asks again, in seconds. */
const RETRY_AFTER = { overloaded: 2, unavailable: 5 } as const;

/** Sends every error response. */
export function sendError(reply: FastifyReply, status: ErrorStatus): FastifyReply {
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBodyOf(status)));
}

/** The same of 503, with the time to wait. */
export function sendUnavailable(
  reply: FastifyReply,
  reason: keyof typeof RETRY_AFTER = 'unavailable',
): FastifyReply {
  return sendError(reply.header('retry-after', RETRY_AFTER[reason]), 503);
}

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers what a handler, a parser or the framework throws. The unexpected is logged, and never told to the client. */
export function createErrorHandler(): ErrorHandler {
  const repeated = new RepeatedErrors();
  return (error, request, reply) => {
    // After a refused body the framework closes the connection, and a client that is still sending would see it reset
    // before it sees the answer. Node reads the rest away instead, for as long as a request may last.
    reply.removeHeader('connection');
    if (isTemporaryFailure(error))
      return sendUnavailable(reply, error instanceof OverloadedError ? 'overloaded' : 'unavailable');
    const status = statusOf(error);
    if (status === 500 && !isClientGone(error)) repeated.log(request.log, error, request.routeOptions.url);
    return sendError(reply, status);
  };
}

/** Whether the store cannot be asked now but may be later: that is logged where it begins, not for each request. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof OverloadedError || isStoreUnavailable(error);
}

// A client that leaves while its answer is being compressed breaks that stream.
function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function statusOf(error: unknown): ErrorStatus {
  if (error instanceof NotFoundError) return 404;
  if (error instanceof InvalidValueError) return 400;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (isErrorStatus(status)) return status;
  return status >= 400 && status < 500 ? 400 : 500;
}
