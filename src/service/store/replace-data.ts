import { sql } from 'drizzle-orm';
import { DATA_SCHEMA, type Database, type Session, type Store } from './database.ts';
import { type DroppedIndex, dropIndexes } from './drop-indexes.ts';
import { dataset } from './schema.ts';
import { isLockTimeout } from './server/lock-timeout.ts';
import { quoteIdentifier } from './sql-text.ts';

const NEXT_SCHEMA = `${DATA_SCHEMA}_next`;
const OLD_SCHEMA = `${DATA_SCHEMA}_old`;

const DROP_ATTEMPTS = 20;

export type NewDataset = Pick<typeof dataset.$inferInsert, 'source' | 'asOf' | 'stables' | 'simulation'>;
export type LoadSession = Pick<Session, 'db' | 'copy'>;
export type CalculationSession = Pick<Session, 'db' | 'forEach'>;

/**
 * Puts new data in the place of the old: `fill` loads the rows, `calculate` derives from them, all in a schema of its
 * own, which then changes names with the old one in one short transaction. Readers never wait, and a kill at any
 * moment leaves the old data or the new; whatever lies about is dropped here the next time.
 *
 * While `fill` runs, tables have neither indexes nor keys, so that duplicate rows end the load after it; `calculate`
 * finds all of them except the indexes of `jetton`.
 */
export async function replaceData(
  store: Store,
  newDataset: NewDataset,
  fill: (load: LoadSession) => Promise<void>,
  calculate: (calculation: CalculationSession) => Promise<void> = async () => undefined,
): Promise<void> {
  await store.withExclusiveSession(NEXT_SCHEMA, async (session) => {
    const { db } = session;
    await dropSchema(db, NEXT_SCHEMA);
    await dropSchema(db, OLD_SCHEMA);
    try {
      await build(session, newDataset, fill, calculate);
    } catch (error) {
      // Only to free the space: on a connection that is lost it can wait for the next load.
      await dropSchema(db, NEXT_SCHEMA).catch(() => undefined);
      throw error;
    }
    await swapSchemas(db);
    await dropOldSchema(db);
  });
}

async function build(
  session: Session,
  newDataset: NewDataset,
  fill: (load: LoadSession) => Promise<void>,
  calculate: (calculation: CalculationSession) => Promise<void>,
): Promise<void> {
  const { db } = session;
  await session.migrate();
  await setFillFactors(db);
  const createIndexes = await dropIndexes(session, NEXT_SCHEMA);
  await fill(session);
  await createIndexes((index) => !isListIndex(index));
  await db.insert(dataset).values({ ...newDataset, builtAt: new Date() });
  await calculate(session);
  await session.vacuumAnalyze();
  await createIndexes(isListIndex);
}

/** Indexes of computed columns, which only lists use. */
function isListIndex({ table, isKey }: DroppedIndex): boolean {
  return table === 'jetton' && !isKey;
}

/**
 * Percent of a page that rows fill when they come in. The calculation then updates every row several times, which makes
 * it longer: a new version that fits the same page takes no new index entries, and its room is reused by the next.
 */
const FILL_FACTORS = { jetton: 50, market: 10, jetton_statistics: 70 } as const;

async function setFillFactors(db: Database): Promise<void> {
  for (const [table, percent] of Object.entries(FILL_FACTORS)) {
    await db.execute(sql.raw(`ALTER TABLE ${quoteIdentifier(table)} SET (fillfactor = ${percent})`));
  }
}

async function dropSchema(db: Database, schema: string): Promise<void> {
  await db.execute(sql.raw(`DROP SCHEMA IF EXISTS ${quoteIdentifier(schema)} CASCADE`));
}

async function swapSchemas(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await renameSchema(transaction, DATA_SCHEMA, OLD_SCHEMA);
    await renameSchema(transaction, NEXT_SCHEMA, DATA_SCHEMA);
  });
}

async function renameSchema(db: Database, from: string, to: string): Promise<void> {
  await db.execute(sql.raw(`ALTER SCHEMA ${quoteIdentifier(from)} RENAME TO ${quoteIdentifier(to)}`));
}

// Queries that began on the old tables hold locks on them. Waiting stays under deadlock_timeout (1 s), so that no
// reader is ever the victim; what cannot be dropped now is dropped by the next load.
async function dropOldSchema(db: Database): Promise<void> {
  for (let attempt = 0; attempt < DROP_ATTEMPTS; attempt += 1) {
    try {
      await db.transaction(async (transaction) => {
        await transaction.execute(sql`SET LOCAL lock_timeout TO '500ms'`);
        await dropSchema(transaction, OLD_SCHEMA);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}
