import { readMigrationFiles } from 'drizzle-orm/migrator';
import { DATA_SCHEMA } from './database.ts';
import { migrationConfig } from './migrations.ts';

/**
 * The oldest schema that this version can read, as a number of migrations: that of the previous release, so that the
 * services of a cluster can be upgraded one by one. A release must therefore not read what its own migrations add.
 */
const OLDEST_SCHEMA = 7;

/** Number of migrations of this version. */
export const knownSchema: number = readMigrationFiles(migrationConfig(DATA_SCHEMA)).length;

/** Returns whether this version can read a schema with so many migrations: that of the next release at the newest. */
export function isCompatibleSchema(version: number, known = knownSchema, oldest = OLDEST_SCHEMA): boolean {
  return version >= oldest && version <= known + 1;
}
