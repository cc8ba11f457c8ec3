import { migrations } from './migrations.ts';

/**
 * The oldest schema that this version can read, as a number of migrations: that of the previous release, so that the
 * services of a cluster can be upgraded one by one. A release must therefore not read what its own migrations add.
 */
const OLDEST_SCHEMA = 1;

/** The schema of this version, as a number of migrations. */
export const currentSchema: number = migrations.length;

/** Whether this version can read a schema with `version` migrations: up to that of the next release, with one more. */
export function isCompatibleSchema(
  version: number,
  current = currentSchema,
  oldest = OLDEST_SCHEMA,
): boolean {
  return version >= oldest && version <= current + 1;
}
