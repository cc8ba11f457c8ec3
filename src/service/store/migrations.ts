import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, rows } from './database.ts';

const MIGRATION_TABLE = 'migration';

/** Configuration of drizzle's migrator. The build copies the folder next to the bundle. Each schema has its own log. */
export function migrationConfig(schema: string) {
  return {
    migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    migrationsSchema: schema,
    migrationsTable: MIGRATION_TABLE,
  };
}

/** The migrations of this version, oldest first. */
export const migrations: readonly MigrationMeta[] = readMigrationFiles(migrationConfig('any'));

/**
 * When the first migration was created, in milliseconds. It replaces those of development versions and has the time of
 * the last of them: drizzle applies what is newer than the latest migration in the log, so that stores with all of them
 * count as migrated.
 */
export const INITIAL_MIGRATION_MS: number = migrations[0]?.folderMillis ?? 0;

/** This version cannot migrate the store. The message contains how to recover. */
export class IncompatibleSchemaError extends Error {
  override readonly name = 'IncompatibleSchemaError';
}

/** Throws IncompatibleSchemaError unless pending migrations can be applied to `schema`, which may not exist yet. */
export async function checkSchema(db: Database, schema: string): Promise<void> {
  const log = sql`${sql.identifier(schema)}.${sql.identifier(MIGRATION_TABLE)}`;
  const [found] = await rows<{ exists: boolean }>(
    db,
    sql`select exists (select from pg_tables where schemaname = ${schema} and tablename = ${MIGRATION_TABLE})`,
  );
  if (!found?.exists) return;
  const [applied] = await rows<{ all: number; counted: number }>(
    db,
    sql`select count(*)::int as all, (count(*) filter (where created_at >= ${INITIAL_MIGRATION_MS}))::int as counted
      from ${log}`,
  );
  const { all, counted } = applied ?? { all: 0, counted: 0 };
  if (all > 0 && counted === 0)
    throw new IncompatibleSchemaError(
      'The store was written by a development version that this version cannot upgrade. Nothing was changed. ' +
        `Delete its folder or, on a server, its schema "${schema}", or choose another DATA_DIR or DATABASE_URL; ` +
        'then import the data again',
    );
  if (isNewerSchema(counted))
    throw new IncompatibleSchemaError(
      'The store was written by a newer version, and this version is too old for it. Nothing was changed. ' +
        'Start the newer version, restore a backup from before the upgrade, or choose another DATA_DIR or DATABASE_URL',
    );
}

/**
 * The oldest schema that this version can read, as a number of migrations: that of the previous release, so that the
 * services of a cluster can be upgraded one by one. A release must therefore not read what its own migrations add.
 */
const OLDEST_SCHEMA = 10;

/** The schema of this version, as a number of migrations. */
export const currentSchema: number = migrations.length;

/** Whether this version can read a schema with `version` migrations: up to that of the next release, with one more. */
export function isCompatibleSchema(
  version: number,
  current = currentSchema,
  oldest = OLDEST_SCHEMA,
): boolean {
  return version >= oldest && !isNewerSchema(version, current);
}

function isNewerSchema(version: number, current = currentSchema): boolean {
  return version > current + 1;
}
