import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import type { MarketScope } from './affected-jettons.ts';
import { latestTick } from './ticks.ts';

/**
 * Determines the latest tick, transaction and reserves at T of the markets in `scope` (metrics: prices, liquidity and
 * capitalization).
 */
export async function calculateMarketState(db: Database, scope: MarketScope, at: Date): Promise<void> {
  await db.execute(sql`
    update market set
      tick_price = tick.r,
      price_changed_at = tick.time,
      last_transaction_at = greatest(tick.time, dust.time),
      liquidity_asset = case when market.side = 0 then reserve.reserve0 else reserve.reserve1 end * market.jetton_unit,
      liquidity_counterpart =
        case when market.side = 0 then reserve.reserve1 else reserve.reserve0 end * market.counterpart_unit,
      liquidity_changed_at = reserve.time
    from market m
    join pool on pool.id = m.pool_id
    left join ${latestTick(sql`m`, timestamptz(at))} as tick on true
    left join lateral (
      select s.time from swap s
      where s.pool_id = m.pool_id and s.dust = true and s.time <= ${timestamptz(at)}
      order by s.time desc, s.lt desc
      limit 1
    ) as dust on true
    left join ${latestReserves(sql`m`, timestamptz(at))} as reserve on true
    where market.id = m.id and ${scope(sql`m`)}`);
}

/**
 * Subquery with the latest known reserves of a market at a time, by `pool`: those of the pool's record or after a swap. A
 * record is later than the swaps of the same second (`settleReserves`), one without a time older than any swap.
 */
export function latestReserves(market: SQL, at: SQL): SQL {
  return sql`lateral (
    select * from (
      (
        select s.reserve0, s.reserve1, s.time, false as is_record from swap s
        where s.pool_id = ${market}.pool_id and s.reserve0 is not null and s.reserve1 is not null and s.time <= ${at}
        order by s.time desc, s.lt desc
        limit 1
      )
      union all
      select pool.reserve0, pool.reserve1, pool.reserves_at, true
      where pool.reserve0 is not null and pool.reserve1 is not null and coalesce(pool.reserves_at <= ${at}, true)
    ) as candidate
    order by time desc nulls last, is_record desc
    limit 1
  )`;
}
