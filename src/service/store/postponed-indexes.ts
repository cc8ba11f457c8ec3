import { sql } from 'drizzle-orm';
import { rows, type Session } from './database.ts';
import { quoteName } from './sql-text.ts';

/** An index, or a key: a constraint with an index behind it. */
export interface PostponedIndex {
  readonly table: string;
  readonly name: string;
  readonly isKey: boolean;
  readonly definition: string;
}

/**
 * Drops the schema's indexes and keys: building them over rows that are there is several times faster than maintaining
 * them while rows come in. Returns a function that creates those that it is asked for.
 */
export async function postponeIndexes(
  { db, forEach }: Pick<Session, 'db' | 'forEach'>,
  schema: string,
): Promise<(wanted: (index: PostponedIndex) => boolean) => Promise<void>> {
  const indexes = await rows<PostponedIndex>(
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
  for (const index of indexes) await db.execute(sql.raw(dropping(index)));
  return (wanted) =>
    forEach(indexes.filter(wanted), async (database, index) => {
      await database.execute(sql.raw(creating(index)));
    });
}

function dropping({ table, name, isKey }: PostponedIndex): string {
  if (!isKey) return `DROP INDEX ${quoteName(name)}`;
  return `ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`;
}

function creating({ table, name, isKey, definition }: PostponedIndex): string {
  if (!isKey) return definition;
  return `ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`;
}
