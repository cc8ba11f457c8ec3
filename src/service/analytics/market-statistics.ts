import { sql } from 'drizzle-orm';
import { pricePeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { momentsBefore } from './moments.ts';
import type { Scope } from './scope.ts';
import { latestTick } from './ticks.ts';
import { periodSet } from './windows.ts';

/** MarketStatistics of the markets of the jettons in `scope`: their price changes beside their `activity`. */
export async function calculateMarketStatistics(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    update market set
      statistics = '{"priceChange":{"counterpart":' || coalesce(priced.change, '{}') || '},' || m.activity || '}'
    from market m
    left join (
      select id, ${periodSet(sql`price_change(tick_price, r, ${at.toISOString()})`)} as change
      from (
        select m.id, moment.ord, moment.name, m.tick_price, tick.r
        from market m
        cross join ${momentsBefore(at, pricePeriods)}
        cross join ${latestTick(sql`m`, sql`moment.at`)} as tick
        where ${scope(sql`m.jetton_id`)}
      ) as earlier
      group by 1
    ) as priced using (id)
    where market.id = m.id and ${scope(sql`m.jetton_id`)}`);
}
