import { type SQL, sql } from 'drizzle-orm';
import { instant, type Scope } from './scope.ts';
import { latestTickByLt } from './ticks.ts';
import { bucketOf, windowsStart } from './windows.ts';

/**
 * CTE `trade`: the swaps of 60 days before T, each seen from every jetton of `scope` that it traded: market, trader,
 * whether it was a buy, its bucket of time, and its volume in USD (null where it is unknown).
 */
export function tradesOf(scope: Scope, at: Date): SQL {
  return sql`trade as materialized (
    select m.jetton_id, m.id as market_id, s.trader_id, (m.side = 0) <> s.sold0 as buy,
      ${bucketOf(sql`s.time`, at)} as bucket,
      coalesce(s.volume_usd, case
        when c.stable then ${counterpartAmount}
        else ${counterpartAmount} * direct.r * case when d.counterpart_id = 0 then ton_usd(s.time, s.lt) else 1 end
      end) as volume
    from market m
    join swap s on s.pool_id = m.pool_id and s.time > ${windowsStart(at)} and s.time <= ${instant(at)}
    left join jetton c on c.id = m.counterpart_id
    left join market d on d.id = c.direct_market_id and not c.stable
    left join ${latestTickByLt(sql`d`, sql`s.time`, sql`s.lt`)} as direct on s.volume_usd is null
    where ${scope(sql`m.jetton_id`)}
  )`;
}

const counterpartAmount = sql`(case when m.side = 0 then s.amount1 else s.amount0 end * m.counterpart_unit)`;
