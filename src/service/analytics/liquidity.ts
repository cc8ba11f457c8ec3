import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { roundedPrices } from './rounded-prices.ts';
import { type Scope, timestamptz } from './scope.ts';
import { counterpartInTon, counterpartInUsd, stablecoinInTon } from './ticks.ts';

const tonUsd = sql`rate.ton_usd`;

/**
 * Calculates price and liquidity at T of the markets of the jettons in `scope`, and the total liquidity of each jetton
 * (metrics: liquidity and capitalisation).
 */
export async function calculateLiquidity(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with ${assetValuesCte(scope, at)},
    unrounded as (
      select m.id, m.jetton_id, m.tick_price as counterpart, m.tick_price * counterpart.ton as in_ton,
        m.tick_price * counterpart.usd as in_usd,
        m.liquidity_asset * coalesce(asset.ton, asset.own_ton)
          + m.liquidity_counterpart * coalesce(counterpart.ton, counterpart.own_ton) as ton,
        m.liquidity_asset * coalesce(asset.usd, asset.own_usd)
          + m.liquidity_counterpart * coalesce(counterpart.usd, counterpart.own_usd) as usd
      from market m
      join asset_value as asset on asset.id = m.jetton_id
      join asset_value as counterpart on counterpart.id = m.counterpart_id
      where ${scope(sql`m.jetton_id`)}
    ),
    valued as materialized (
      select * from ${roundedPrices(sql`unrounded`, ['counterpart', 'in_ton', 'in_usd'])} as rounded
    ),
    markets as (
      update market set
        price_counterpart = valued.counterpart_price,
        price_ton = valued.in_ton_price,
        price_usd = valued.in_usd_price,
        liquidity_ton = sum_round(valued.ton, 9),
        liquidity_usd = sum_round(valued.usd, 6)
      from valued
      where market.id = valued.id
    )
    update jetton_statistics as statistics set liquidity_ton = total.ton, liquidity_usd = total.usd
    from (select jetton_id, sum(ton) as ton, sum(usd) as usd from valued group by 1) as total
    where statistics.jetton_id = total.jetton_id`);
}

/**
 * CTE `asset_value`: value of one unit of an asset at T in TON and USD, from its direct market; in `own_ton` and
 * `own_usd` from its price if it has no direct market.
 */
function assetValuesCte(scope: Scope, at: Date): SQL {
  return sql`asset_value as materialized (
    select j.id,
      case when j.stable then ${stablecoinInTon(tonUsd)} else d.tick_price * ${counterpartInTon(sql`d`, tonUsd)} end as ton,
      case when j.stable then 1 else d.tick_price * ${counterpartInUsd(sql`d`, tonUsd)} end as usd,
      case when d.id is null and not j.stable then statistics.prices_ton[1] end as own_ton,
      case when d.id is null and not j.stable then statistics.prices_usd[1] end as own_usd
    from jetton j
    cross join (select ton_usd(${timestamptz(at)}) as ton_usd) as rate
    left join market d on d.id = j.direct_market_id
    left join jetton_statistics as statistics on statistics.jetton_id = j.id
    where j.id in (
      select jetton_id from market where ${scope(sql`jetton_id`)}
      union
      select counterpart_id from market where ${scope(sql`jetton_id`)}
    )
    union all
    select 0, 1, ton_usd(${timestamptz(at)}), null, null
  )`;
}
