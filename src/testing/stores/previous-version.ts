import { sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';

/** The migrations that the initial one replaces, as they are in the logs of development stores: time and hash. */
const developmentMigrations = [
  [1795272341472, '0e8821e15d451234590571660702caf07df846b038be364776a90cf174b1887b'],
  [1795272343231, '39deab0fba7093101067a24ff469db7402d0955ed68945360c29d4386dd1f6f7'],
  [1795272345501, 'c6cadac53328e31cbdd1df947b093f15cb2046abad2574bb9ebbdee2d88b7a0d'],
  [1795374000000, '3f5c9afb1019538d248fbc67125d9d754e0ed2685c6bb9dba9968f9f7efc366d'],
  [1795395758935, '3195758b5cbb210dab7127d7216f9e9837ae54201693572dbc5181aee81cd09b'],
  [1795415027170, '62aaed7d0cf003f46ed5c75fc1f7b43979e0d0f8858315aeffa683397fd3b354'],
  [1795420320594, 'aabf398c12b649af4c0422831ed09db42dbec25da356aa645f5c6c1c8e1c7307'],
] as const;

/** The number of migrations in the log of a store with the schema of the initial migration. */
export const DEVELOPMENT_MIGRATIONS: number = developmentMigrations.length;

/**
 * Turns a store of this version into one of a development version: with its `count` migrations in the log, and without
 * what later ones have added.
 */
export async function downgrade(db: Database, count = DEVELOPMENT_MIGRATIONS): Promise<void> {
  await db.execute(sql`alter table dataset drop column calculation_version`);
  await db.execute(sql`truncate migration restart identity`);
  for (const [time, hash] of developmentMigrations.slice(0, count))
    await db.execute(sql`insert into migration (hash, created_at) values (${hash}, ${time})`);
}
