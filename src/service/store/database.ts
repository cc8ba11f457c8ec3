import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Position } from './position.ts';
import { OperatorError } from './store-errors.ts';

/** Common drizzle interface of both drivers. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The schema that queries read. */
export const DATA_SCHEMA = 'jetscope';

/** A PostgreSQL server, and how to connect to it. */
export interface ServerLocation {
  readonly databaseUrl: string;
  /** The same server without a pooler, for work that needs a session; default: `databaseUrl`. */
  readonly directUrl?: string | undefined;
  /** `transaction`: `databaseUrl` points to a pooler that keeps no session between transactions. */
  readonly pooler?: 'none' | 'transaction';
  /** Maximum number of connections, except for exclusive sessions. */
  readonly poolSize?: number;
  /** `read`: never writes and applies no migrations; the server may be a replica, and unreachable at the start. */
  readonly access?: 'own' | 'read';
}

/** Where a store is: in a folder (PGlite), or on a PostgreSQL server. */
export type StoreLocation = { readonly dataDir: string } | ServerLocation;

/** Operations on one schema, which may differ from `DATA_SCHEMA`. */
export interface Session {
  readonly db: Database;
  /** Appends rows in COPY's text format (copy-text.ts), in chunks of whole lines. Returns the number of rows. */
  readonly copy: (
    table: string,
    columns: readonly string[],
    chunks: AsyncIterable<string>,
  ) => Promise<number>;
  /**
   * Runs `work` for every item, on a server in parallel on separate connections: calls must not wait for each other's
   * locks. After an error no further calls start; rejects with the first error once all running calls have settled.
   */
  readonly forEach: <Item>(
    items: Iterable<Item>,
    work: (db: Database, item: Item) => Promise<void>,
  ) => Promise<void>;
  /** Creates the schema if necessary and applies pending migrations. Throws IncompatibleSchemaError. */
  readonly migrate: () => Promise<void>;
  /** Runs VACUUM (ANALYZE) on every table: reclaims dead rows and updates planner statistics. */
  readonly vacuumAnalyze: () => Promise<void>;
}

/** Health of a store for operators. `read-only`: reads work, writes fail. */
export type StoreCondition =
  | { readonly state: 'ok' }
  | { readonly state: 'read-only' | 'unavailable'; readonly reason: string };

/** Connections of a pool to a server. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface Store {
  readonly engine: 'embedded' | 'server';
  /** Last observed state; does not query the database. An unreachable server only shows as errors of its queries. */
  readonly condition: () => StoreCondition;
  /** Undefined for engines without connections. */
  readonly connections?: () => ConnectionCounts;
  readonly db: Database;
  /**
   * Runs `work`, which only reads, and passes the position of the data. On a server all its statements see the same state,
   * also if connections lead to different replicas; `work` runs a second time if the connection was lost, or a replica
   * canceled a statement.
   */
  readonly read: <Result>(work: (db: Database, position: Position) => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` in one transaction. Never retries: `work` may have changed state outside the database, and after a
   * connection is lost during COMMIT it is unknown whether the changes were applied. Callers must re-read the store
   * before they retry.
   */
  readonly transaction: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` in a session on `schema`; other queries of the store continue. Only one such session can exist at a
   * time, across all processes. Throws StoreInUseError if another one is active.
   */
  readonly withExclusiveSession: <Result>(
    schema: string,
    work: (session: Session) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Does what autovacuum does on a server. Undefined for engines that do so themselves. Throws StoreInUseError while the
   * data is being replaced.
   */
  readonly maintain?: () => Promise<void>;
  /**
   * Copies the data folder to a new one; other queries wait. Undefined for stores without a folder. Throws BackupError.
   */
  readonly backUp?: (target: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The store is open in another process, or its data is being replaced. */
export class StoreInUseError extends OperatorError {
  override readonly name = 'StoreInUseError';
}

/** Runs a query of a column `id` and returns its values. */
export async function queryIds(db: Database, query: SQL): Promise<number[]> {
  return (await rows<{ id: number }>(db, query)).map(({ id }) => id);
}

/**
 * Runs raw SQL and returns its rows. On both engines int8, numeric, timestamps, dates and JSON are strings; smaller
 * integers and floats are numbers; arrays of numeric, timestamps or dates are array literals ('{1.5,2}'); other arrays
 * are JavaScript arrays.
 */
export async function rows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = await db.execute(query);
  // Both drivers return an object with `rows`; the caller knows their type.
  return (result as { rows: Row[] }).rows;
}
