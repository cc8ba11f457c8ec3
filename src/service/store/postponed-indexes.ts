import { sql } from 'drizzle-orm';
import { type Database, rows } from './database.ts';
import { quoteName } from './sql-text.ts';

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Drops the schema's indexes, keys apart: building them over rows that are there is several times faster than keeping
 * them while rows come in. The answer creates those of the tables that are asked for.
 */
export async function postponeIndexes(
  db: Database,
  schema: string,
): Promise<(wanted: (table: string) => boolean) => Promise<void>> {
  const indexes = await rows<Index>(
    db,
    sql`select tables.relname as table, indexes.relname as name, pg_get_indexdef(indexes.oid) as definition
        from pg_index
        join pg_class indexes on indexes.oid = indexrelid
        join pg_class tables on tables.oid = indrelid
        where indexes.relnamespace = to_regnamespace(${schema}) and not indisunique
        order by indexes.relname`,
  );
  for (const { name } of indexes) await db.execute(sql.raw(`DROP INDEX ${quoteName(name)}`));
  return async (wanted) => {
    for (const { table, definition } of indexes) if (wanted(table)) await db.execute(sql.raw(definition));
  };
}
