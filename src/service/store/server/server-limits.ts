/** How long the service waits for a PostgreSQL server, in milliseconds. */
export interface ServerLimits {
  /** For a new connection, or for a free one in the pool. */
  readonly connect: number;
  /** For a statement on a pooled connection, before the server cancels it. */
  readonly statement: number;
  /** For the result of that statement, before its connection counts as dead. */
  readonly query: number;
  /** Without traffic, before TCP checks that the other side still exists. */
  readonly keepAlive: number;
}

/**
 * Connections that silently drop every byte must cost less than 15 s: at worst one query time-out, then the time to
 * connect again. `connect` outlasts two lost SYN packets, which are sent again after 1 s and 3 s. `query` leaves a
 * statement that the server cancels a second to report it, so that a slow query never looks like a dead connection.
 * `keepAlive` is under the idle time-outs of NAT gateways and load balancers, which start at 60 s.
 */
export const serverLimits: ServerLimits = {
  connect: 4_000,
  statement: 8_000,
  query: 9_000,
  keepAlive: 10_000,
};
