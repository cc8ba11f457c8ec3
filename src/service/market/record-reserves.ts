import { type SQL, sql } from 'drizzle-orm';
import { MAX_INT64 } from '#contract/amount.ts';
import { type Database, queryIds, rows } from '#service/store/database.ts';
import { literal, rowsOf, timestamptz } from '#service/store/sql-text.ts';
import type { Scope } from './affected-jettons.ts';
import type { ReservesRecord } from './batch.ts';
import { type SwapKey, swapKeyRows } from './move-windows.ts';
import { swapOf } from './trade-values.ts';

/** Reserves of a stored pool. */
export interface PoolReserves extends Omit<ReservesRecord, 'pool'> {
  readonly poolId: number;
}

/**
 * Stores reserves of pools up to T = `at`, after the new swaps of the same batch. Returns the ids of the markets whose stored
 * reserves or lowest reserves changed. Repeated reserves keep the time since which the pool has them.
 */
export async function recordReserves(
  db: Database,
  records: readonly PoolReserves[],
  at: Date,
  newSwaps: readonly SwapKey[] = [],
): Promise<number[]> {
  const poolIds = [...records, ...newSwaps].map(({ poolId }) => poolId);
  if (poolIds.length === 0) return [];
  const changed = [
    ...(await replaceReserves(db, records)),
    ...(await settleReserves(db, poolIds)),
    // Also of records that are older than the stored ones, which is how histories are read.
    ...(records.length > 0 ? await addReserves(db, sql`select * from ${reservesRows(records)}`, at) : []),
  ];
  if (changed.length === 0) return [];
  return await queryIds(db, sql`select id from market where pool_id = any(${sql.param(changed)}::int[])`);
}

/** A name among the waiting events that no feed can have. */
const LATER_RESERVES = 'later reserves';

/** Of reserves that are later than the clock by more than this, only the latest of each pool are kept. */
const MAX_AHEAD_MS = 3600_000;

/**
 * Stores reserves that are later than T until T reaches them: in the table of pools, they would hide those that count. T
 * can be behind `now`, the clock of the values, and with a fixed clock it never reaches them.
 */
export async function storeLaterReserves(
  db: Database,
  records: readonly PoolReserves[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  const orderOf = (table: string) => {
    const event = sql`${sql.identifier(table)}.event`;
    return sql`((${event}->>'time')::timestamptz, ${orderedLt(sql`(${event}->>'lt')::bigint`)})`;
  };
  // Required by the table: an asset whose decimals are known.
  await db.execute(sql`
    insert into feed_waiting (feed, pool, lt, asset, event)
    select distinct on (later.pool_id, later.key) ${LATER_RESERVES}, pool.address, later.key, jetton.address,
      jsonb_build_object('time', time, 'lt', lt, 'reserve0', later.reserve0, 'reserve1', later.reserve1)
    from (
      select *, case when time <= ${timestamptz(new Date(now.getTime() + MAX_AHEAD_MS))}
        then coalesce(lt, extract(epoch from time)::bigint) else 0 end as key
      from ${reservesRows(records)}
    ) as later
    join pool on pool.id = later.pool_id
    join jetton on jetton.id = greatest(pool.asset0, pool.asset1)
    order by later.pool_id, later.key, time desc, ${orderedLt(sql`lt`)} desc, ordinal desc
    on conflict (feed, pool, lt) do update set event = excluded.event
      where ${orderOf('feed_waiting')} <= ${orderOf('excluded')}`);
}

/** Records the reserves that T = `at` has reached. Returns as `recordReserves`. */
export async function recordDueReserves(db: Database, at: Date): Promise<number[]> {
  const due = await rows<
    { poolId: number; time: string } & Record<'reserve0' | 'reserve1', string> & { lt: string | null }
  >(
    db,
    sql`
    with due as (
      delete from feed_waiting
      where feed = ${LATER_RESERVES} and (event->>'time')::timestamptz <= ${timestamptz(at)}
      returning pool as address, event
    )
    select pool.id as "poolId", event->>'time' as time, event->>'lt' as lt, event->>'reserve0' as reserve0,
      event->>'reserve1' as reserve1
    from due join pool using (address)`,
  );
  return await recordReserves(
    db,
    due.map(({ poolId, time, lt, reserve0, reserve1 }) => ({
      poolId,
      time: new Date(time),
      lt: lt === null ? undefined : BigInt(lt),
      reserve0: BigInt(reserve0),
      reserve1: BigInt(reserve1),
    })),
    at,
  );
}

/** Stores reserves that are not older than those stored of their pool. Returns the ids of the pools with other reserves. */
async function replaceReserves(db: Database, records: readonly PoolReserves[]): Promise<number[]> {
  if (records.length === 0) return [];
  const isRepeated = sql`(pool.reserve0, pool.reserve1) is not distinct from (reported.reserve0, reported.reserve1)`;
  return await queryIds(
    db,
    sql`
    with reported as (
      select distinct on (pool_id) pool_id, time, reserve0, reserve1, lt, ${orderedLt(sql`lt`)} as ordered_lt
      from ${reservesRows(records)}
      order by pool_id, time desc, ordered_lt desc, ordinal desc
    ),
    compared as (
      select reported.*, ${isRepeated} as is_repeated
      from reported join pool on pool.id = pool_id
      where coalesce(
        (greatest(reserves_at, reserves_confirmed_at), ${orderedLt(sql`reserves_lt`)}) <= (time, ordered_lt), true
      )
    ),
    updated as (
      update pool set reserve0 = reported.reserve0, reserve1 = reported.reserve1,
        reserves_at = case when is_repeated then reserves_at else time end,
        reserves_confirmed_at = time, reserves_lt = lt
      from compared as reported
      where id = pool_id and (not is_repeated or (reserves_confirmed_at, reserves_lt) is distinct from (time, lt))
    )
    select pool_id as id from compared where not is_repeated`,
  );
}

/**
 * Compares the reserves of pools with those after swaps, in the order of their times. If a swap came between them and their
 * confirmation, they count since that. If it is later in the same second, they are replaced. So the latest reserves of a
 * pool follow from the times of its record and its swaps, whatever was stored first, also after an export. Returns the ids
 * of the pools with changes.
 */
async function settleReserves(db: Database, poolIds: readonly number[]): Promise<number[]> {
  if (poolIds.length === 0) return [];
  const hasReserves = sql`s.pool_id = stored.id and s.reserve0 is not null and s.reserve1 is not null`;
  return await queryIds(
    db,
    sql`
    update pool set reserve0 = coalesce(later.reserve0, pool.reserve0),
      reserve1 = coalesce(later.reserve1, pool.reserve1), reserves_lt = coalesce(later.lt, pool.reserves_lt),
      reserves_at = pool.reserves_confirmed_at
    from pool stored
    left join lateral (
      select s.reserve0, s.reserve1, s.lt from swap s
      where ${hasReserves} and s.time = stored.reserves_confirmed_at and s.lt > stored.reserves_lt
      order by s.lt desc
      limit 1
    ) as later on true
    where pool.id = stored.id and stored.id = any(${sql.param([...new Set(poolIds)])}::int[])
      and (later.lt is not null or exists (
        select from swap s
        where ${hasReserves} and s.time > coalesce(stored.reserves_at, '-infinity')
          and (s.time, s.lt) < (stored.reserves_confirmed_at, ${orderedLt(sql`stored.reserves_lt`)})
      ))
      and coalesce(stored.reserves_at <= stored.reserves_confirmed_at, true)
    returning pool.id`,
  );
}

/** A logical time by which reserves of the same second are ordered: those without one are the last. */
function orderedLt(lt: SQL): SQL {
  return sql`coalesce(${lt}, ${literal(MAX_INT64)})`;
}

/** Rows `(pool_id, time, lt, reserve0, reserve1, ordinal)`. */
function reservesRows(records: readonly PoolReserves[]): SQL {
  return rowsOf('record', records, {
    pool_id: ['int', ({ poolId }) => poolId],
    time: ['timestamptz', ({ time }) => time.toISOString()],
    lt: ['bigint', ({ lt }) => (lt === undefined ? null : String(lt))],
    reserve0: ['numeric', ({ reserve0 }) => String(reserve0)],
    reserve1: ['numeric', ({ reserve1 }) => String(reserve1)],
    ordinal: ['int', (_, index) => index],
  });
}

/** The day of T and those before it. */
const DAYS = 30;

/** The day of a time, in UTC. */
function dayOf(time: SQL): SQL {
  return sql`(${time} at time zone 'utc')::date`;
}

/** The first day whose lowest reserves count at T = `at` (specification: exit value). */
export function firstDay(at: Date): SQL {
  return sql`(${dayOf(timestamptz(at))} - ${literal(DAYS - 1)})`;
}

/**
 * Adds the reserves of pools up to T = `at`: those after the swaps of `newSwaps`, after the swaps since `from`, and those that
 * the records of the pools of `marketIds` contain. Records replace each other, so that what earlier ones contained is only
 * known here. Returns the ids of jettons with a market whose lowest reserves may be of a day that no longer counts.
 */
export async function updateReserveLows(
  db: Database,
  from: Date,
  at: Date,
  { newSwaps, marketIds }: { newSwaps: readonly SwapKey[]; marketIds: readonly number[] },
): Promise<readonly number[]> {
  await addReserves(
    db,
    sql`
    select * from (
      select s.pool_id, s.time, s.reserve0, s.reserve1
      from ${swapKeyRows(newSwaps)} join swap s using (pool_id, lt)
      union all
      select s.pool_id, s.time, s.reserve0, s.reserve1
      from trade t join market m on m.id = t.market_id ${swapOf(sql`t.lt`)}
      where t.time > ${timestamptz(from)} and t.time <= ${timestamptz(at)}
      union all
      ${reservesOfRecords}
      where pool.id in (select pool_id from market where id = any(${sql.param(marketIds)}::int[]))
    ) as added
    -- Otherwise, a plan for any times would read all records of the last 30 days by their index.
    offset 0`,
    at,
  );
  if (from.toISOString().slice(0, 10) === at.toISOString().slice(0, 10)) return [];
  return await queryIds(
    db,
    sql`
    with expired as (delete from reserve_low where day < ${firstDay(at)} returning pool_id)
    select distinct m.jetton_id as id from expired join market m using (pool_id)`,
  );
}

/** Adds all reserves that are stored of the pools of the jettons in `scope`, up to T = `at`. */
export async function addStoredReserves(db: Database, scope: Scope, at: Date): Promise<void> {
  // Pools of two jettons belong to the scope of one of them: sessions must not wait for each other.
  const pools = sql`(
    select pool_id from market where ${scope(sql`jetton_id`)} and (side = 0 or not exists (
      select from market other where other.pool_id = market.pool_id and other.side = 0
    ))
  )`;
  await addReserves(
    db,
    sql`
    select pool_id, time, reserve0, reserve1 from swap where pool_id in ${pools}
    union all
    ${reservesOfRecords} where pool.id in ${pools}`,
    at,
  );
}

const reservesOfRecords = sql`
  select pool.id as pool_id, pool.reserves_at as time, pool.reserve0, pool.reserve1 from pool`;

/** Adds rows `(pool_id, time, reserve0, reserve1)` up to T = `at`. Returns the ids of the pools with other lowest reserves. */
async function addReserves(db: Database, reserves: SQL, at: Date): Promise<number[]> {
  return await queryIds(
    db,
    sql`
    insert into reserve_low (pool_id, day, low0, low1)
    select pool_id, ${dayOf(sql`time`)}, min(reserve0), min(reserve1)
    from (${reserves}) as known
    where reserve0 is not null and reserve1 is not null
      and time >= ${firstDay(at)}::timestamp at time zone 'utc' and time <= ${timestamptz(at)}
    group by 1, 2
    order by 1, 2
    on conflict (pool_id, day) do update
    set low0 = least(reserve_low.low0, excluded.low0), low1 = least(reserve_low.low1, excluded.low1)
    where reserve_low.low0 > excluded.low0 or reserve_low.low1 > excluded.low1
    returning pool_id as id`,
  );
}
