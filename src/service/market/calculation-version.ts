import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '#service/store/database.ts';
import type { Dataset } from '#service/store/dataset.ts';
import { migrations } from '#service/store/migrations.ts';

/**
 * Part of the hash of formulas. Increase it so that services calculate everything once although the SQL of the full
 * calculation has not changed to anything new: after a fix of what rounds calculate, a return to former formulas, another
 * way to fold names, or in the release that first reads what rounds of the one before the previous did not move along.
 */
const REVISION = 5;

/**
 * Returns the hash of the SQL that `calculate` executes, which must not depend on results, and of the functions that it
 * may use. So a change of any weight, bound, rounding or column gives another hash, and so does a change of speed or
 * wording, which costs one full calculation.
 */
export async function hashStatements(
  calculate: (db: Database) => Promise<void>,
  functions: readonly string[] = sqlFunctions(),
): Promise<string> {
  const statements: unknown[] = [REVISION, ...functions.map(withoutLayout)];
  const dialect = new PgDialect();
  const execute = async (query: SQL) => {
    const { sql: text, params } = dialect.sqlToQuery(query);
    statements.push(withoutLayout(text), params);
    return { rows: [] };
  };
  // Calculations use nothing else of a database.
  await calculate({ execute } as unknown as Database);
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 16);
}

function sqlFunctions(): string[] {
  const created = migrations.flatMap((migration) => migration.sql);
  return created.filter((statement) => /^\s*create\b.*\bfunction\b/im.test(statement));
}

function withoutLayout(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

type StoredVersion = Pick<Dataset, 'calculationVersion' | 'calculationHashes'>;

/**
 * Whether stored values are of older formulas than those with `hash`, and must be calculated anew. A store numbers
 * formulas in the order in which services first calculate with them. Values of newer ones are left alone: otherwise
 * services of two versions on one server would overwrite each other's forever.
 */
export function isOutdatedCalculation(
  { calculationVersion, calculationHashes }: StoredVersion,
  hash: string,
): boolean {
  const own = (calculationHashes ?? []).indexOf(hash) + 1;
  return own === 0 || (calculationVersion ?? 0) < own;
}

/** SQL assignments that make the formulas with `hash` those of all values. */
export function versionAssignments(hash: string): SQL {
  const own = sql`${hash}::text`;
  const isKnown = sql`${own} = any(calculation_hashes)`;
  return sql`
    calculation_version = case when ${isKnown} then array_position(calculation_hashes, ${own})
      else coalesce(cardinality(calculation_hashes), 0) + 1 end,
    calculation_hashes = case when ${isKnown} then calculation_hashes
      else array_append(calculation_hashes, ${own}) end`;
}
