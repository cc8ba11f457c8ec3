import { sql } from 'drizzle-orm';
import type { FeedStatus, Status } from '#contract/status.ts';
import { type Database, rows } from '#service/store/database.ts';
import { INITIAL_MIGRATION_MS } from '#service/store/migrations.ts';
import { type FeedRow, feedStates, toFeedStatus } from './feed-status.ts';

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

/** Returns the latest date (UTC) of fiat exchange rates up to `now`, as `fx_rate` uses them. */
export async function queryRatesDate(db: Database, now: Date): Promise<string | undefined> {
  const [row] = await rows<{ date: string | null }>(
    db,
    sql`select to_char(max(date), 'YYYY-MM-DD') as date from fx
      where code <> 'ton' and date <= ${now.toISOString().slice(0, 10)}::date`,
  );
  return row?.date ?? undefined;
}

/** State of a store that determines whether a service can answer requests from it. */
export interface StoreState {
  /** Number of applied migrations, without those of development versions. */
  readonly schemaVersion: number;
  /** Seconds that a read replica is behind its primary; 0 on a primary. */
  readonly lagSeconds: number;
}

/**
 * A replica that has replayed everything it received is up to date only while it receives: without a connection to the
 * primary, its lag is the age of the last transaction.
 */
export async function queryStoreState(db: Database): Promise<StoreState> {
  const [state] = await rows<StoreState>(
    db,
    sql`select (select count(*)::int from migration where created_at >= ${INITIAL_MIGRATION_MS}) as "schemaVersion",
      case
        when not pg_is_in_recovery() then 0
        when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8
      end as "lagSeconds"`,
  );
  return state ?? { schemaVersion: 0, lagSeconds: 0 };
}

/** Tables whose size grows with the market. */
const measuredTables = ['jetton', 'pool', 'swap', 'trade', 'trader'] as const;

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
