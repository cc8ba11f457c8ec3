import { sql } from 'drizzle-orm';
import { type Database, rows } from './database.ts';

/** OIDs of types that drivers return as text: int8, json, numeric, jsonb. Drizzle handles times and dates. */
export const TEXT_TYPES = [20, 114, 1700, 3802] as const;

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function copyStatement(table: string, columns: readonly string[], source: string): string {
  return `COPY ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) FROM ${source}`;
}

/** Qualified, quoted names of all tables of a schema. */
export async function listTables(db: Database, schema: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = ${schema} order by tablename`,
  );
  return tables.map(({ name }) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`);
}
