import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  /** To send the headers of a request. */
  readonly headers: number;
  /** To send a whole request. */
  readonly request: number;
  /** Without a byte either way, a request under way. */
  readonly silence: number;
  /** Without reading any more of a response that is being sent. */
  readonly unread: number;
  /** Without a request, the connection kept open. */
  readonly idle: number;
  /** Between checks of these limits. */
  readonly check: number;
}

// A connection that is not read is closed after one to two times `unread`: Node first notes how far the client is.
// `idle` is over the 60 seconds that load balancers keep connections, so that they close first.
export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 20_000,
  silence: 60_000,
  unread: 10_000,
  idle: 72_000,
  check: 1000,
};

export function timeOptions(limits: TimeLimits): FastifyHttpOptions<Server> {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.idle,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
      // Node would answer a request without Host itself, with an empty body.
      requireHostHeader: false,
    },
  };
}
