import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { type Scope, timestamptz } from './affected-jettons.ts';
import { type SwapKey, swapKeyRows } from './move-windows.ts';
import { swapOf } from './trade-values.ts';

/** The day of T and those before it. */
const DAYS = 30;

/** The day of a time, in UTC. */
function dayOf(time: SQL): SQL {
  return sql`(${time} at time zone 'utc')::date`;
}

/** The first day whose lowest reserves count at T = `at` (specification: exit value). */
export function firstDay(at: Date): SQL {
  return sql`(${dayOf(timestamptz(at))} - ${sql.raw(String(DAYS - 1))})`;
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
    select s.pool_id, s.time, s.reserve0, s.reserve1
    from ${swapKeyRows(newSwaps)} join swap s using (pool_id, lt)
    union all
    select s.pool_id, s.time, s.reserve0, s.reserve1
    from trade t join market m on m.id = t.market_id ${swapOf(sql`t.lt`)}
    where t.time > ${timestamptz(from)} and t.time <= ${timestamptz(at)}
    union all
    ${reservesOfRecords}
    where pool.id in (select pool_id from market where id = any(${sql.param(marketIds)}::int[]))`,
    at,
  );
  if (from.toISOString().slice(0, 10) === at.toISOString().slice(0, 10)) return [];
  const expired = await rows<{ id: number }>(
    db,
    sql`
    with expired as (delete from reserve_low where day < ${firstDay(at)} returning pool_id)
    select distinct m.jetton_id as id from expired join market m using (pool_id)`,
  );
  return expired.map(({ id }) => id);
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

/** Adds rows `(pool_id, time, reserve0, reserve1)` up to T = `at`. */
async function addReserves(db: Database, reserves: SQL, at: Date): Promise<void> {
  await db.execute(sql`
    insert into reserve_low (pool_id, day, low0, low1)
    select pool_id, ${dayOf(sql`time`)}, min(reserve0), min(reserve1)
    from (${reserves}) as known
    where reserve0 is not null and reserve1 is not null
      and time >= ${firstDay(at)}::timestamp at time zone 'utc' and time <= ${timestamptz(at)}
    group by 1, 2
    order by 1, 2
    on conflict (pool_id, day) do update
    set low0 = least(reserve_low.low0, excluded.low0), low1 = least(reserve_low.low1, excluded.low1)
    where reserve_low.low0 > excluded.low0 or reserve_low.low1 > excluded.low1`);
}
