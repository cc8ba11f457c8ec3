import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** Time limits of client connections, in milliseconds. */
export interface TimeLimits {
  /** Time to send the headers of a request. */
  readonly headers: number;
  /** Time to send a whole request. */
  readonly request: number;
  /** Time without any traffic during a request. */
  readonly inactivity: number;
  /** Time without the client reading more of a pending response. */
  readonly stalledRead: number;
  /** Time without a request on a keep-alive connection. */
  readonly idle: number;
  /** Interval between checks of these limits. */
  readonly check: number;
}

// A connection whose client stops reading is closed after one to two times `stalledRead`: at its first expiry, Node's
// socket timeout only records how much the client has read.
// `idle` exceeds the 60 s for which load balancers keep connections, so that the load balancer closes them first.
export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 20_000,
  inactivity: 60_000,
  stalledRead: 10_000,
  idle: 72_000,
  check: 1000,
};

export function timeOptions(limits: TimeLimits): FastifyHttpOptions<Server> {
  return {
    requestTimeout: limits.request,
    connectionTimeout: limits.inactivity,
    keepAliveTimeout: limits.idle,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
      // Node itself would reject a request without Host with an empty body instead of our error body.
      requireHostHeader: false,
    },
  };
}
