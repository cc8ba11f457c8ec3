import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What drizzle offers over both drivers. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The schema that every query reads. */
export const DATA_SCHEMA = 'jetscope';

/** Work on a schema of its own choice. */
export interface Session {
  readonly db: Database;
  /** Appends rows in COPY's text format (copy-text.ts), in chunks of whole lines; answers how many. */
  readonly copy: (
    table: string,
    columns: readonly string[],
    chunks: AsyncIterable<string>,
  ) => Promise<number>;
  /**
   * Runs `work` on every item, several at a time on a server, each on a connection of its own. They must not wait for
   * each other's locks. Rejects with the first error, when all that began have ended.
   */
  readonly forEach: <Item>(
    items: Iterable<Item>,
    work: (db: Database, item: Item) => Promise<void>,
  ) => Promise<void>;
  /** Creates the schema where it is missing and brings it up to date. */
  readonly migrate: () => Promise<void>;
  /** Makes room of what changes left behind in every table, and takes new statistics for the planner. */
  readonly vacuumAnalyze: () => Promise<void>;
  /** The first half of that. */
  readonly vacuum: () => Promise<void>;
}

/** What an operator should know of a store. `read-only`: it answers, but cannot take any data now. */
export type StoreCondition =
  | { readonly state: 'ok' }
  | { readonly state: 'read-only' | 'unavailable'; readonly reason: string };

export interface Store {
  readonly engine: 'embedded' | 'server';
  /** As the store knows it without being asked; a server that is away shows in the errors of its queries. */
  readonly condition: () => StoreCondition;
  readonly db: Database;
  /**
   * Runs `work` in one transaction on one session. Never runs it again: `work` may have changed state that no ROLLBACK
   * restores, and after a connection lost during COMMIT nobody knows whether the changes were applied. Callers start
   * again from what the store holds.
   */
  readonly transaction: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` on `schema`, unseen by the store's other queries, which go on. One at a time, whatever the process:
   * while another runs, this is a StoreInUseError.
   */
  readonly withExclusiveSession: <Result>(
    schema: string,
    work: (session: Session) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Another process has the store, or is about to replace its data. */
export class StoreInUseError extends Error {
  override readonly name = 'StoreInUseError';
}

/**
 * Rows of raw SQL. On either engine int8, numeric, timestamps, dates and JSON are text; smaller integers and floats
 * are numbers; arrays of numeric, timestamps or dates are text too ('{1.5,2}'), other arrays arrays.
 */
export async function rows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = await db.execute(query);
  // Both drivers answer an object with `rows`; only the caller knows what it selected.
  return (result as { rows: Row[] }).rows;
}
