import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { errorLine } from '#service/store/error-line.ts';
import { classifyOutage, type Outage } from '#service/store/server-errors.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';

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

  constructor(client: pg.Client) {
    this.client = client;
  }

  async query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult> {
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
