import { sql } from 'drizzle-orm';
import { DATA_SCHEMA, type Database, rows, type Session, type Store } from './database.ts';
import { lockData } from './dataset.ts';
import { dataset } from './schema.ts';
import { quoteIdentifier } from './sql-text.ts';
import { isLockTimeout } from './store-errors.ts';

const NEXT_SCHEMA = `${DATA_SCHEMA}_next`;
const OLD_SCHEMA = `${DATA_SCHEMA}_old`;

const DROP_ATTEMPTS = 20;

export type NewDataset = Pick<typeof dataset.$inferInsert, 'source' | 'asOf' | 'stables' | 'simulation'>;
export type LoadSession = Pick<Session, 'db' | 'copy'>;
type CalculationSession = Pick<Session, 'db' | 'forEach'>;

/**
 * Replaces all data: `load` copies the rows and `calculate` computes derived columns in a separate schema, which then
 * replaces the current one in a short transaction. Queries never wait. If the process is killed, the store contains
 * either the old or the new data; the next call drops leftover schemas.
 *
 * During `load` the tables have no indexes or keys, so duplicate rows are only detected after it. During `calculate`
 * all exist except those of `trade` and the indexes of `jetton`. Without `load`, the new data is empty.
 */
export async function replaceData(
  store: Store,
  newDataset: NewDataset,
  load?: (session: LoadSession) => Promise<void>,
  calculate?: (session: CalculationSession) => Promise<void>,
): Promise<void> {
  await store.withExclusiveSession(NEXT_SCHEMA, async (session) => {
    const { db } = session;
    await dropSchema(db, NEXT_SCHEMA);
    await dropSchema(db, OLD_SCHEMA);
    try {
      await build(session, newDataset, load, calculate);
    } catch (error) {
      // Frees disk space. If the connection is lost, the next call drops the schema.
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
  load?: (session: LoadSession) => Promise<void>,
  calculate?: (session: CalculationSession) => Promise<void>,
): Promise<void> {
  const { db } = session;
  await session.migrate();
  await setFillFactors(db);
  const createIndexes = load && (await dropIndexes(session, NEXT_SCHEMA));
  await load?.(session);
  await createIndexes?.((index) => !isLateIndex(index));
  await db.insert(dataset).values({ ...newDataset, builtAt: new Date() });
  await calculate?.(session);
  if (load) await session.vacuumAnalyze();
  await createIndexes?.(isLateIndex);
}

/** Indexes on computed columns and tables, which the calculation does not use. */
function isLateIndex({ table, isKey }: DroppedIndex): boolean {
  return table === 'trade' || (table === 'jetton' && !isKey);
}

/**
 * Percentages of pages to fill on insert. The calculation updates every row several times and makes it larger. New row
 * versions that fit on the same page need no new index entries (heap-only tuples).
 */
const FILL_FACTORS = {
  jetton: 50,
  market: 30,
  jetton_statistics: 70,
  jetton_activity: 80,
  market_activity: 80,
} as const;

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
    await lockData(transaction);
    await copyAlerts(transaction);
    await renameSchema(transaction, DATA_SCHEMA, OLD_SCHEMA);
    await renameSchema(transaction, NEXT_SCHEMA, DATA_SCHEMA);
  });
}

/** Alerts are not part of the data. They begin anew, because they have seen other data. */
async function copyAlerts(db: Database): Promise<void> {
  for (const table of ['push_key', 'alert_subscription', 'alert_rule'])
    await db.execute(sql.raw(`INSERT INTO ${NEXT_SCHEMA}.${table} SELECT * FROM ${DATA_SCHEMA}.${table}`));
  await db.execute(sql.raw(`UPDATE ${NEXT_SCHEMA}.alert_rule SET state = NULL, revision = revision + 1`));
}

async function renameSchema(db: Database, from: string, to: string): Promise<void> {
  await db.execute(sql.raw(`ALTER SCHEMA ${quoteIdentifier(from)} RENAME TO ${quoteIdentifier(to)}`));
}

// Queries that started before the swap lock the old tables. The lock timeout is shorter than deadlock_timeout (1 s), so
// that no query is canceled as a deadlock victim. If this fails, the next call drops the schema.
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

/** An index, or a key: a constraint that is enforced by an index. */
interface DroppedIndex {
  readonly table: string;
  readonly name: string;
  readonly isKey: boolean;
  readonly definition: string;
}

/**
 * Drops the schema's indexes and keys: rebuilding them after a bulk load is several times faster than maintaining
 * them during it. Returns a function that recreates those that match a predicate.
 */
async function dropIndexes(
  { db, forEach }: Pick<Session, 'db' | 'forEach'>,
  schema: string,
): Promise<(predicate: (index: DroppedIndex) => boolean) => Promise<void>> {
  const indexes = await rows<DroppedIndex>(
    db,
    sql`select tables.relname as table, indexes.relname as name, constraints.oid is not null as "isKey",
          coalesce(pg_get_constraintdef(constraints.oid), pg_get_indexdef(indexes.oid)) as definition
        from pg_index
        join pg_class indexes on indexes.oid = indexrelid
        join pg_class tables on tables.oid = indrelid
        left join pg_constraint constraints on constraints.conindid = indexes.oid
        where indexes.relnamespace = to_regnamespace(${schema})
        order by indexes.relname`,
  );
  for (const statement of dropStatements(indexes)) await db.execute(sql.raw(statement));
  return (predicate) =>
    forEach(indexes.filter(predicate), async (database, index) => {
      await database.execute(sql.raw(createStatement(index)));
    });
}

/** One statement drops all indexes that are not keys, which takes a fraction of the time. */
function dropStatements(indexes: readonly DroppedIndex[]): string[] {
  const keys = indexes.filter(({ isKey }) => isKey);
  const others = indexes.filter(({ isKey }) => !isKey);
  return [
    `DROP INDEX ${others.map(({ name }) => quoteIdentifier(name)).join(', ')}`,
    ...keys.map(
      ({ table, name }) => `ALTER TABLE ${quoteIdentifier(table)} DROP CONSTRAINT ${quoteIdentifier(name)}`,
    ),
  ];
}

function createStatement({ table, name, isKey, definition }: DroppedIndex): string {
  if (!isKey) return definition;
  return `ALTER TABLE ${quoteIdentifier(table)} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`;
}
