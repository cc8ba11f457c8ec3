import { sql } from 'drizzle-orm';
import { type Database, rows } from './database.ts';
import { dataset } from './schema.ts';
import { OperatorError } from './store-errors.ts';

export type Dataset = typeof dataset.$inferSelect;

/** Returns the description of the store's data; undefined if the store is empty. */
export async function readDataset(db: Database): Promise<Dataset | undefined> {
  const [row] = await db.select().from(dataset).limit(1);
  return row;
}

/** Throws OperatorError if feeds and records cannot continue the data. */
export function requireContinuable(existing: Dataset | undefined): void {
  if (existing?.source !== 'simulated') return;
  throw new OperatorError(
    'The store contains a simulated market, which feeds cannot continue; use another DATA_DIR or DATABASE_URL',
  );
}

/** An arbitrary key that no other advisory lock in the database uses. */
const LOCK_KEY = sql.raw('1785096822');

/**
 * Waits for the lock on the store's data and holds it until the end of the transaction. Every transaction that
 * changes the data or replaces its schema holds it, so that the statements of a transaction always see one dataset.
 */
export async function lockData(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
}

/** Takes the lock if it is free. Returns false while another process holds it. */
export async function tryLockData(db: Database): Promise<boolean> {
  const [row] = await rows<{ locked: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`,
  );
  return row?.locked ?? false;
}
