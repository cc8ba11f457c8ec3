import { sql } from 'drizzle-orm';
import { poolCountPeriods, pricePeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { momentsBefore } from './moments.ts';
import type { Scope } from './scope.ts';
import { latestTick } from './ticks.ts';
import { tradesOf } from './trades.ts';
import { countSet, countWindows, periodSet, sumOverWindows, tradersOverWindows } from './windows.ts';

/** MarketStatistics of the markets of the jettons in `scope`, into `market`. */
export async function calculateMarketStatistics(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with ${tradesOf(scope, at)},
    sums as (
      select market_id, ord, name, ${sumOverWindows('transactions', 'n')}, ${sumOverWindows('volume', 'volume')}
      from (select market_id, bucket, count(*) as n, sum(volume) as volume from trade group by 1, 2) as bucketed
      cross join ${countWindows(poolCountPeriods)}
      group by 1, 2, 3
    ),
    traders as (
      select market_id, ord, ${tradersOverWindows('traders', 'buckets')}
      from (select market_id, trader_id, bit_or(1 << bucket) as buckets from trade group by 1, 2) as trader
      cross join ${countWindows(poolCountPeriods)}
      group by 1, 2
    ),
    counted as (
      select sums.market_id as id,
        ${countSet('transactions', at)} as transactions,
        ${countSet('traders', at)} as traders,
        max(volume_change(volume, volume_before, ${at.toISOString()})) filter (where name = 'day') as volume_day
      from sums join traders using (market_id, ord)
      group by 1
    ),
    priced as (
      select m.id, ${periodSet(sql`price_change(current, previous, ${at.toISOString()})`)} as price_change
      from (
        select m.id, moment.ord, moment.name, m.tick_price as current, tick.r as previous
        from market m
        cross join ${momentsBefore(at, pricePeriods)}
        cross join ${latestTick(sql`m`, sql`moment.at`)} as tick
        where ${scope(sql`m.jetton_id`)}
      ) as m
      group by 1
    )
    update market set
      statistics = '{"priceChange":{"counterpart":' || coalesce(priced.price_change, '{}')
        || '},"traders":' || coalesce(counted.traders, nothing.counts)
        || ',"transactions":' || coalesce(counted.transactions, nothing.counts)
        || ',"volume":{"usd":{"day":' || coalesce(counted.volume_day, nothing.volume) || '}}}'
    from market m
    left join counted using (id)
    left join priced using (id)
    cross join (
      select ${countSet('zero', at)} as counts, max(volume_change(zero, zero_before, ${at.toISOString()})) as volume
      from (select ord, name, 0 as zero, 0 as zero_before from ${countWindows(poolCountPeriods)}) as period
    ) as nothing
    where market.id = m.id and ${scope(sql`m.jetton_id`)}`);
}
