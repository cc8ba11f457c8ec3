import { sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { INITIAL_MIGRATION_MS } from '#service/store/migrations.ts';

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
