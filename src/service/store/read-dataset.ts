import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { dataset } from './schema.ts';

export type Dataset = typeof dataset.$inferSelect;

const columns = {
  ...getTableColumns(dataset),
  // Services that only read must be able to read the previous schema (schema-version.ts), which lacks this column.
  calculationVersion: sql<number | null>`(to_jsonb(${dataset}) ->> 'calculation_version')::int`,
};

/** Returns the description of the store's data; undefined if the store is empty. */
export async function readDataset(db: Database): Promise<Dataset | undefined> {
  const [row] = await db.select(columns).from(dataset).limit(1);
  return row;
}
