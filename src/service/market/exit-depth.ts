import { sql } from 'drizzle-orm';
import { constantProductTypes, splitLimits } from '#contract/pool-split.ts';
import type { Database } from '#service/store/database.ts';
import { literal } from '#service/store/sql-text.ts';
import type { Scope } from './affected-jettons.ts';
import { firstDay } from './record-reserves.ts';

/**
 * Calculates the depth of the pools among which a sale of a jetton in `scope` can be divided, at T = `at` and with their lowest
 * reserves of 30 days (specification: exit value). It does not depend on TON/USD: pools are compared with the deepest one
 * priced in the same unit. Whether those priced in TON and in USD have about the same price is determined when the values are
 * read. Requires `calculateRankValues`, `chooseReferenceMarkets`, `calculateMarketState` and the lowest reserves.
 */
export async function calculateExitDepths(db: Database, scope: Scope, at: Date): Promise<void> {
  const { priceTolerance, splitTolerance, reservesMaxAgeMs } = splitLimits;
  const types = sql.join(
    constantProductTypes.map((type) => sql`${type.toLowerCase()}`),
    sql`, `,
  );
  await db.execute(sql`
    with consistent as (
      select * from market m
      where ${scope(sql`m.jetton_id`)} and m.liquidity_asset > 0 and m.rank_value > 0
        and abs(m.liquidity_asset * m.tick_price - m.liquidity_counterpart)
          <= ${literal(priceTolerance)} * m.liquidity_counterpart
      -- A stablecoin can be in a quarter of all pools: the planner would begin with all of them.
      offset 0
    ),
    exact as (
      select m.jetton_id, m.pool_id, m.side, m.rank_usd_based as in_usd, m.rank_value as value, m.liquidity_asset as asset,
        m.liquidity_counterpart as counterpart, m.counterpart_unit, m.liquidity_changed_at as changed_at, m.pool_address,
        m.id = j.reference_market_id as is_reference
      from consistent m
      join jetton j on j.id = m.jetton_id
      join pool on pool.id = m.pool_id
      where lower(pool.type) in (${types})
    ),
    compared as (
      select *, first_value(value) over deepest as top_value, first_value(asset) over deepest as top_asset,
        first_value(changed_at) over deepest as top_changed_at
      from exact
      window deepest as (partition by jetton_id, in_usd order by is_reference desc, value desc, pool_address)
    ),
    depth as (
      select jetton_id,
        sum(value) filter (where not in_usd) as in_ton, sum(value) filter (where in_usd) as in_usd,
        sum(low_value) filter (where not in_usd) as low_ton, sum(low_value) filter (where in_usd) as low_usd,
        max(top_value / top_asset) filter (where not in_usd) as price_ton,
        max(top_value / top_asset) filter (where in_usd) as price_usd
      from compared
      cross join lateral (
        select value * least(1, min(case when side = 0 then low1 else low0 end) * counterpart_unit / counterpart) as low_value
        from reserve_low
        where reserve_low.pool_id = compared.pool_id and day >= ${firstDay(at)}
      ) as low
      where abs(value * top_asset - top_value * asset) <= ${literal(splitTolerance)} * top_value * asset
        and coalesce(changed_at >= top_changed_at - interval '${literal(reservesMaxAgeMs / 1000)} seconds', true)
      group by 1
      having bool_or(is_reference)
      union all
      -- The reference market has most of the counterpart. Without any, a sale brings nothing, whatever the formula and the unit.
      select j.id, null, 0, null, 0, null, null
      from jetton j
      join market m on m.id = j.reference_market_id
      where ${scope(sql`j.id`)} and m.rank_value = 0
    )
    update jetton set exit_depth_ton = calculated.in_ton, exit_depth_usd = calculated.in_usd,
      exit_price_ton = calculated.price_ton, exit_price_usd = calculated.price_usd,
      exit_low_ton = calculated.low_ton, exit_low_usd = calculated.low_usd
    from (
      select j.id, depth.in_ton, depth.in_usd, depth.price_ton, depth.price_usd, depth.low_ton, depth.low_usd
      from jetton j left join depth on depth.jetton_id = j.id
      where ${scope(sql`j.id`)}
    ) as calculated
    where jetton.id = calculated.id
      and (
        jetton.exit_depth_ton, jetton.exit_depth_usd, jetton.exit_price_ton, jetton.exit_price_usd, jetton.exit_low_ton,
        jetton.exit_low_usd
      ) is distinct from (
        calculated.in_ton, calculated.in_usd, calculated.price_ton, calculated.price_usd, calculated.low_ton,
        calculated.low_usd
      )`);
}
