import { sql } from 'drizzle-orm';
import { rows, type Session } from './database.ts';
import { quoteIdentifier } from './sql-text.ts';

/** An index, or a key: a constraint that is enforced by an index. */
export interface DroppedIndex {
  readonly table: string;
  readonly name: string;
  readonly isKey: boolean;
  readonly definition: string;
}

/**
 * Drops the schema's indexes and keys: rebuilding them after a bulk load is several times faster than maintaining
 * them during it. Returns a function that recreates those that match a predicate.
 */
export async function dropIndexes(
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
  for (const index of indexes) await db.execute(sql.raw(dropStatement(index)));
  return (predicate) =>
    forEach(indexes.filter(predicate), async (database, index) => {
      await database.execute(sql.raw(createStatement(index)));
    });
}

function dropStatement({ table, name, isKey }: DroppedIndex): string {
  if (!isKey) return `DROP INDEX ${quoteIdentifier(name)}`;
  return `ALTER TABLE ${quoteIdentifier(table)} DROP CONSTRAINT ${quoteIdentifier(name)}`;
}

function createStatement({ table, name, isKey, definition }: DroppedIndex): string {
  if (!isKey) return definition;
  return `ALTER TABLE ${quoteIdentifier(table)} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`;
}
