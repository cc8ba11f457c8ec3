import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorStatus, errorBodyOf, isErrorStatus } from '#contract/errors.ts';
import { InvalidValue, NotFound } from '#service/service.ts';
import { isStoreUnavailable } from '#service/store/store-unavailable.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The one way in which anything but a success is answered. */
export function sendError(reply: FastifyReply, status: ErrorStatus): FastifyReply {
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBodyOf(status)));
}

/** Whatever a handler, a parser or the framework throws. Only the unexpected is logged, and none of it is told. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  if (status === 500 && !hasLeft(error))
    request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected failure');
  // After a refused body the framework closes the connection, and a client that is still sending would see it reset
  // before it sees the answer. Node reads the rest away instead, for as long as a request may last.
  reply.removeHeader('connection');
  return sendError(reply, status);
}

// Whoever leaves while the answer is being compressed breaks that stream; nobody is there to be told.
function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function statusOf(error: unknown): ErrorStatus {
  if (error instanceof NotFound) return 404;
  if (error instanceof InvalidValue) return 400;
  if (isStoreUnavailable(error)) return 503;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (isErrorStatus(status)) return status;
  return status >= 400 && status < 500 ? 400 : 500;
}
