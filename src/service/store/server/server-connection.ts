import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { classifyOutage, describeOutage, type Outage } from './server-errors.ts';

export type Statement = string | pg.QueryConfig;

/** Runs one statement: the only method of a driver's client that drizzle calls on it. */
export interface Queryable {
  query(statement: Statement, values?: unknown[]): Promise<pg.QueryResult>;
}

/** drizzle on a connection or, for statements outside of transactions, on a pool. */
export function serverDatabase(queryable: Queryable): NodePgDatabase {
  return drizzle(queryable as unknown as pg.Client);
}

/** Throws a StoreUnavailableError where the driver's error means that, else the error itself. */
export function throwAsUnavailable(error: unknown): never {
  if (classifyOutage(error) === undefined) throw error;
  throw new StoreUnavailableError(describeOutage(error), { cause: error });
}

/** One session on the server. */
export class ServerConnection implements Queryable {
  readonly client: pg.Client;
  /** Set once the connection cannot be used any more. */
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
      // Else a ROLLBACK would wait behind the statement that got no answer, for another time-out.
      if (outage === 'silent') this.client.connection.stream.destroy();
      return throwAsUnavailable(error);
    }
  }
}
