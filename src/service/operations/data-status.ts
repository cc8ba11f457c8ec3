import { sql } from 'drizzle-orm';
import type { Status } from '#contract/status.ts';
import { type Database, rows } from '#service/store/database.ts';

export interface DataOrigin {
  readonly source: 'simulated' | 'imported' | 'live';
  /** Timestamp as text; changes with every import. */
  readonly builtAt: string;
}

/** Returns undefined if the store is empty. */
export async function queryDataOrigin(db: Database): Promise<DataOrigin | undefined> {
  const [origin] = await rows<DataOrigin>(db, sql`SELECT source, built_at::text AS "builtAt" FROM dataset`);
  return origin;
}

/** Numbers of jettons, pools and swaps. */
export async function queryRowCounts(db: Database): Promise<Status['counts']> {
  const [counts] = await rows<Status['counts']>(
    db,
    sql`SELECT (SELECT count(*)::int FROM jetton) AS jettons,
               (SELECT count(*)::int FROM pool) AS pools,
               (SELECT count(*)::int FROM swap) AS swaps`,
  );
  return counts ?? { jettons: 0, pools: 0, swaps: 0 };
}
