import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { candleColumns, combinedParts, DAY, selectTicks } from './candles.ts';
import { swapOf } from './trade-values.ts';

/** After a change of any number of days. The following rounds store them again. */
export async function deleteExchangeDays(db: Database): Promise<void> {
  await db.execute(sql`delete from exchange_day`);
}

/** A day has many trades: one at most is stored in this time, in milliseconds. */
const STORING_PERIOD = 60_000;

/**
 * Removes the rows of days with trades that are new or have other values, in Unix seconds. Once a minute of T, which moves from
 * `from` to `to`, stores the latest day before it that has no row.
 */
export async function updateExchangeDays(
  db: Database,
  days: readonly number[],
  from: Date,
  to: Date,
): Promise<void> {
  if (days.length > 0)
    await db.execute(sql`
      delete from exchange_day
      where day = any(select to_timestamp(second)::date from unnest(${sql.param(days)}::integer[]) as second)`);
  const periodOf = (time: Date) => Math.floor(time.getTime() / STORING_PERIOD);
  if (periodOf(from) === periodOf(to)) return;
  const [missing] = await rows<{ day: string }>(
    db,
    sql`
    select day::text
    from generate_series(
      (select min(time) from trade where time > 'epoch')::date, ${timestamptz(to)}::date - 1, interval '1 day'
    ) as traded_day (day)
    where not exists (select from exchange_day where exchange_day.day = traded_day.day)
    order by day desc
    limit 1`,
  );
  if (missing)
    await db.execute(sql`
      insert into exchange_day (day, exchange, transactions, traders, volume_ton, volume_usd)
      select ${missing.day}::date, exchange, transactions, traders, volume_ton, volume_usd
      from (${selectExchangeDay(sql`${missing.day}::date`)}) as calculated`);
}

/**
 * Selects what each exchange traded on a day: the sums of the daily candles of its pools, of those whose values are known,
 * and distinct traders, of trades at or before `until`. A pool of two jettons is seen from the one whose counterpart is a stablecoin, otherwise from asset0.
 */
export function selectExchangeDay(day: SQL, until = sql`'infinity'`): SQL {
  return sql`
    with tick as materialized (
      select * from trade
      where not dust and time >= ${day} and time < ${day} + 1 and time <= ${until}
    ),
    traded as materialized (
      select tick.market_id, pool.exchange, m.counterpart_id = 0 as is_ton, count(*) as ticks
      from tick
      join market m on m.id = tick.market_id
      join pool on pool.id = m.pool_id
      join jetton j on j.id = m.jetton_id
      left join jetton c on c.id = m.counterpart_id
      where case when c.stable = j.stable then m.side = 0 else coalesce(c.stable, true) end
      group by 1, 2, 3
    ),
    stored as materialized (
      select market_id, exchange, is_ton, ${candleColumns}
      from traded join candle using (market_id)
      where candle.length = ${DAY} and candle.start = ${day} and candle.transactions = traded.ticks
    ),
    market_day as (
      select * from stored
      union all
      select market_id, exchange, is_ton, ${combinedParts}
      from (${selectTicks(
        sql`traded
          join market m on m.id = traded.market_id and m.id not in (select market_id from stored)
          join tick t on t.market_id = m.id
          ${swapOf(sql`t.lt`)}`,
        sql`m.id as market_id, traded.exchange, traded.is_ton`,
      )}) as part
      group by 1, 2, 3
    ),
    total as (
      select exchange, sum(transactions) as transactions,
        sum(case when is_ton then volume_counterpart else volume_ton end) as volume_ton, sum(volume_usd) as volume_usd
      from market_day
      group by 1
    ),
    counted as (
      select exchange, count(distinct trader_id) as traders
      from tick join traded using (market_id)
      group by 1
    )
    select exchange, coalesce(transactions, 0) as transactions, coalesce(traders, 0) as traders,
      coalesce(volume_ton, 0) as volume_ton, coalesce(volume_usd, 0) as volume_usd
    from (select distinct exchange from pool) as exchanges
    left join total using (exchange)
    left join counted using (exchange)`;
}
