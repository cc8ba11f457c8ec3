import { type SQL, sql } from 'drizzle-orm';
import { type Scope, timestamptz } from './scope.ts';
import { latestTickByLt } from './ticks.ts';
import { bucketOf, windowsStart } from './windows.ts';

/**
 * CTEs of the swaps in the 60 days before T, from the perspective of every traded jetton in `scope`, in one pass
 * (metrics: changes over periods):
 * - `bucketed (jetton_id, market_id, buy, bucket, n, volume)`: numbers and USD volumes of swaps by time bucket, see
 *   windows.ts;
 * - `trader (jetton_id, market_id, trader_id, buckets, buy_buckets, sell_buckets)`: bit masks of the buckets in which
 *   each trader traded.
 */
export function tradeBucketsCte(scope: Scope, at: Date): SQL {
  return sql`
    grouped as materialized (
      select jetton_id, market_id, trader_id, buy, bucket, count(*) as n, sum(volume) as volume,
        bit_or(1 << bucket) as buckets,
        bit_or(1 << bucket) filter (where buy) as buy_buckets,
        bit_or(1 << bucket) filter (where not buy) as sell_buckets
      from (
        select m.jetton_id, m.id as market_id, s.trader_id, (m.side = 0) <> s.sold0 as buy,
          ${bucketOf(sql`s.time`, at)} as bucket, ${volume} as volume
        from market m
        join swap s on s.pool_id = m.pool_id and s.time > ${windowsStart(at)} and s.time <= ${timestamptz(at)}
        left join jetton c on c.id = m.counterpart_id
        left join market d on d.id = c.direct_market_id and not c.stable
        where ${scope(sql`m.jetton_id`)}
      ) as trade
      group by grouping sets ((jetton_id, market_id, buy, bucket), (jetton_id, market_id, trader_id))
    ),
    bucketed as (select jetton_id, market_id, buy, bucket, n, volume from grouped where trader_id is null),
    trader as (
      select jetton_id, market_id, trader_id, buckets, buy_buckets, sell_buckets from grouped where trader_id is not null
    )`;
}

const counterpartAmount = sql`(case when m.side = 0 then s.amount1 else s.amount0 end * m.counterpart_unit)`;

// `volume_usd` if known, otherwise the counterpart amount valued at the time of the swap. A subquery, so that the lookup
// only runs for such swaps.
const volume = sql`coalesce(s.volume_usd, case
  when c.stable then ${counterpartAmount}
  when d.id is not null then ${counterpartAmount}
    * (select tick.r from ${latestTickByLt(sql`d`, sql`s.time`, sql`s.lt`)} as tick)
    * case when d.counterpart_id = 0 then ton_usd(s.time, s.lt) else 1 end
end)`;
