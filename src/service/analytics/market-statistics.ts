import { sql } from 'drizzle-orm';
import { pricePeriods } from '#contract/enums.ts';
import type { Database } from '#service/store/database.ts';
import { periodStartRows } from './period-starts.ts';
import { priceChange, roundedPrices } from './rounded-prices.ts';
import type { Scope } from './scope.ts';
import { latestTick } from './ticks.ts';
import { periodSet } from './windows.ts';

/**
 * Writes the MarketStatistics of the markets of the jettons in `scope`: price changes and `activity` (metrics: changes
 * over periods, pool statistics).
 */
export async function calculateMarketStatistics(db: Database, scope: Scope, at: Date): Promise<void> {
  const amounts = { current: sql`current.amount`, previous: sql`amount_json(r_price)` };
  await db.execute(sql`
    with tick as (
      select m.id, instant.ordinal, instant.name, tick.r
      from market m
      cross join ${periodStartRows(at, pricePeriods)}
      cross join ${latestTick(sql`m`, sql`instant.at`)} as tick
      where ${scope(sql`m.jetton_id`)}
    ),
    latest as (
      select m.id, m.tick_price as price from market m where ${scope(sql`m.jetton_id`)}
    ),
    current as materialized (
      select id, price, amount_json(price_price) as amount
      from ${roundedPrices(sql`latest`, ['price'])} as rounded
    ),
    priced as (
      select id, ${periodSet(priceChange(sql`current.price`, sql`r`, amounts, at))} as change
      from ${roundedPrices(sql`tick`, ['r'])} as earlier
      join current using (id)
      group by 1
    )
    update market set
      statistics = '{"priceChange":{"counterpart":' || coalesce(priced.change, '{}') || '},' || m.activity || '}'
    from market m
    left join priced using (id)
    where market.id = m.id and ${scope(sql`m.jetton_id`)}`);
}
