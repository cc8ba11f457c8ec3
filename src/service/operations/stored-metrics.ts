import { sql } from 'drizzle-orm';
import type { FeedStatus } from '#contract/status.ts';
import { type Database, rows } from '#service/store/database.ts';
import { type FeedRow, feedStates, toFeedStatus } from './feed-status.ts';

/** Tables whose size grows with the market. */
export const measuredTables = ['jetton', 'pool', 'swap', 'trade', 'trader'] as const;

export interface StoredMetrics {
  readonly feeds: readonly FeedStatus[];
  /** Row counts by table, estimated like the planner's; without tables that were never analyzed. */
  readonly rows: ReadonlyMap<string, number>;
  /** Size of the database, in bytes. */
  readonly bytes: number;
  /** T of all computed values. Undefined before the first calculation. */
  readonly calculatedAt: Date | undefined;
}

/** Returns everything that metrics report about the store's data, by one query that reads no large table. */
export async function queryStoredMetrics(db: Database, now: Date): Promise<StoredMetrics> {
  const [row] = await rows<{
    feeds: string;
    counts: string;
    bytes: string;
    calculatedAt: string | null;
  }>(
    db,
    sql`
    select
      (select coalesce(json_agg(feed::json), '[]') from (${feedStates}) as feed_state)::text as feeds,
      (
        select json_object_agg(relname, case
          when relpages > 0
          then round(reltuples / relpages * pg_relation_size(oid) / current_setting('block_size')::int)
          when reltuples >= 0 then reltuples
        end)
        from unnest(${sql.param(measuredTables)}::text[]) as measured (name)
        join pg_class on pg_class.oid = to_regclass(measured.name)
      )::text as counts,
      pg_database_size(current_database())::text as bytes,
      (select iso(calculated_at) from dataset) as "calculatedAt"`,
  );
  if (!row) throw new Error('a query without tables returned no row');
  const counts = JSON.parse(row.counts) as Readonly<Record<string, number | null>>;
  return {
    feeds: (JSON.parse(row.feeds) as FeedRow[]).map((feed) => toFeedStatus(feed, now)),
    rows: new Map(Object.entries(counts).flatMap(([name, count]) => (count === null ? [] : [[name, count]]))),
    bytes: Number(row.bytes),
    calculatedAt: row.calculatedAt === null ? undefined : new Date(row.calculatedAt),
  };
}
