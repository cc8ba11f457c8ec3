/** Timeouts for a PostgreSQL server, in milliseconds. */
export interface ServerLimits {
  /** To open a connection, or to get a free one from the pool. */
  readonly connect: number;
  /** After which the server cancels a statement on a pooled connection. */
  readonly statement: number;
  /** After which a connection without a result is considered dead. */
  readonly query: number;
  /** Idle time before the first TCP keep-alive probe. */
  readonly keepAlive: number;
}

/**
 * Silently dropped connections must delay a request by less than 15 s: one query timeout plus one reconnect. `connect`
 * allows for two lost SYN packets, which are resent after 1 s and 3 s. `query` exceeds `statement` by a second, so that
 * a canceled statement is not mistaken for a dead connection. `keepAlive` is below the idle timeouts of NAT gateways
 * and load balancers, which start at 60 s.
 */
export const serverLimits: ServerLimits = {
  connect: 4_000,
  statement: 8_000,
  query: 9_000,
  keepAlive: 10_000,
};
