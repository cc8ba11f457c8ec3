import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import {
  classifyOutage,
  errorLine,
  type Outage,
  StoreUnavailableError,
} from '#service/store/store-errors.ts';

export type Statement = string | pg.QueryConfig;

/** The only method that drizzle calls on a driver's client. */
export interface Queryable {
  query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult>;
}

/** Creates a drizzle database on a connection or, for statements outside of transactions, on a pool. */
export function serverDatabase(queryable: Queryable): NodePgDatabase {
  return drizzle(queryable as unknown as pg.Client);
}

/** Rethrows a driver's error, as StoreUnavailableError if it is an outage. */
export function throwAsUnavailable(error: unknown): never {
  if (classifyOutage(error) === undefined) throw error;
  throw new StoreUnavailableError(errorLine(error), { cause: error });
}

/** A session on the server. */
export class ServerConnection implements Queryable {
  readonly client: pg.Client;
  /** Set once the connection is unusable. */
  broken: Exclude<Outage, 'busy'> | undefined;
  /** Settles with the last statement: pg deprecates sending one during another. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.Client) {
    this.client = client;
  }

  query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    const result = this.last.then(() => this.send(statement, values));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async send(statement: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.client.query(statement, values);
    } catch (error) {
      const outage = classifyOutage(error);
      if (outage === 'lost' || outage === 'silent') this.broken ??= outage;
      // Otherwise a ROLLBACK would queue behind the unanswered statement and wait for a second timeout.
      if (outage === 'silent') this.client.connection.stream.destroy();
      return throwAsUnavailable(error);
    }
  }
}

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
