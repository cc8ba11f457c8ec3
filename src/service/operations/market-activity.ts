import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { countPeriods, poolCountPeriods, pricePeriods } from '#contract/enums.ts';
import { latestTick } from '#service/market/ticks.ts';
import { type Database, rows } from '#service/store/database.ts';
import { type CalculatedRow, calculatedAtColumn, calculatedAtPlaceholder } from './calculated-at.ts';
import { marketSource } from './market-source.ts';
import { periodRows, periodSet } from './period-rows.ts';

/** JSON texts with `@` in place of every `calculatedAt`. */
export interface MarketStatisticsRow extends CalculatedRow {
  /** Changes of the price in the counterpart. */
  readonly prices: string;
  readonly traders: string;
  readonly transactions: string;
  /** Change of the volume in USD over a day. */
  readonly volumeDay: string;
}

/** Returns the statistics of a market (metrics: pool statistics); undefined if the market does not exist. */
export async function queryMarketStatistics(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<MarketStatisticsRow | undefined> {
  const [row] = await rows<MarketStatisticsRow>(
    db,
    sql`select price_changes.prices, activity_changes.*, ${calculatedAtColumn}
      from ${marketSource(address, poolAddress)}
      cross join dataset
      cross join lateral (${priceChanges}) as price_changes
      cross join lateral (${activityChanges}) as activity_changes`,
  );
  return row;
}

const priceChanges = sql`
  select ${periodSet(sql`price_change(m.tick_price, tick.r, ${calculatedAtPlaceholder})`)} as prices
  from ${periodRows(pricePeriods)}
  cross join ${latestTick(sql`m`, sql`dataset.calculated_at - period.length`)} as tick`;

const activityChanges = sql`
  select ${periodSet(sql`count_change(traders, previous_traders, ${calculatedAtPlaceholder})`)} as traders,
    ${periodSet(sql`count_change(transactions, previous_transactions, ${calculatedAtPlaceholder})`)} as transactions,
    max(volume_change(volume, previous_volume, ${calculatedAtPlaceholder})) filter (where name = 'day') as "volumeDay"
  from (
    select period.ordinal, period.name,
      coalesce(a.traders, 0) as traders, coalesce(a.previous_traders, 0) as previous_traders,
      coalesce(a.transactions, 0) as transactions, coalesce(a.previous_transactions, 0) as previous_transactions,
      coalesce(a.volume, 0) as volume, coalesce(a.previous_volume, 0) as previous_volume
    from ${periodRows(countPeriods)}
    left join market_activity a on a.market_id = m.id and a.period = period.ordinal
    where period.name = any(${sql.param(poolCountPeriods)}::text[])
    offset 0
  ) as period`;
