import { sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { swapTonRate } from './prices.ts';
import { isDustSwap } from './ticks.ts';

/**
 * Turns stored swaps into ticks that were dust by the definition of an earlier version, which had one limit for all assets. Before
 * a full calculation, which values their trades again. Swaps whose price has `maxOrders` orders of magnitude or more, which the
 * store does not support, remain dust.
 */
export async function updateDust(db: Database, maxOrders: number): Promise<void> {
  const orders = (side: 0 | 1) => {
    const decimals = sql`coalesce((select decimals from jetton where id = pool.${sql.raw(`asset${side}`)}), 9)`;
    return sql`length(${sql.raw(`amount${side}`)}::text) - ${decimals}`;
  };
  await db.execute(sql`
    with changed as (
      update swap s set dust = false
      from pool
      where pool.id = s.pool_id and s.dust and not ${isDustSwap(sql`pool`)}
        and exists (select from jetton where id in (pool.asset0, pool.asset1) and decimals = 0)
        and abs(${orders(0)} - (${orders(1)})) < ${maxOrders}::int
      returning s.pool_id, s.time, s.lt, s.amount0, s.amount1
    ),
    removed as (
      delete from trade using market m, changed s
      where m.pool_id = s.pool_id and market_id = m.id and trade.time = s.time and trade.lt = s.lt
    )
    insert into ton_rate (time, lt, pool_id, usd)
    select s.time, s.lt, s.pool_id, ${swapTonRate}
    from changed s
    join market m on m.pool_id = s.pool_id and m.counterpart_id = 0
    join jetton on jetton.id = m.jetton_id and jetton.stable`);
}
