import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import type { MarketScope, Scope } from './affected-jettons.ts';

/**
 * Values the reserves of the markets in `scope`: each side by its direct market, or by its price if it has none
 * (metrics: liquidity and capitalization). Requires `calculatePrices` for the jettons on both sides.
 */
export async function calculateMarketLiquidity(db: Database, scope: MarketScope): Promise<void> {
  const asset = unitValue(sql`j`, sql`jd`);
  const counterpart = unitValue(sql`c`, sql`cd`);
  await db.execute(sql`
    update market set
      liquidity_ton = case
        when asset is null or counterpart is null then null
        when not asset_in_usd and not counterpart_in_usd then asset + counterpart
        when not asset_in_usd then asset
        when not counterpart_in_usd then counterpart
      end,
      liquidity_usd = case
        when asset is null or counterpart is null then null
        when asset_in_usd and counterpart_in_usd then asset + counterpart
        when asset_in_usd then asset
        when counterpart_in_usd then counterpart
      end
    from (
      select m.id,
        m.liquidity_asset * ${asset.value} as asset, ${asset.inUsd} as asset_in_usd,
        m.liquidity_counterpart * case when m.counterpart_id = 0 then 1 else ${counterpart.value} end as counterpart,
        m.counterpart_id <> 0 and ${counterpart.inUsd} as counterpart_in_usd
      from market m
      join jetton j on j.id = m.jetton_id
      left join market jd on jd.id = j.direct_market_id
      left join jetton c on c.id = m.counterpart_id
      left join market cd on cd.id = c.direct_market_id
      where ${scope(sql`m`)}
    ) as valued
    where market.id = valued.id`);
}

/** Value of one unit of a jetton, in USD or TON, given its direct market. */
function unitValue(jetton: SQL, direct: SQL): { readonly value: SQL; readonly inUsd: SQL } {
  return {
    value: sql`case when ${jetton}.stable then 1 when ${direct}.id is not null then ${direct}.tick_price else ${jetton}.price end`,
    inUsd: sql`case when ${jetton}.stable then true when ${direct}.id is not null then ${direct}.counterpart_id <> 0
      else ${jetton}.usd_based end`,
  };
}

/**
 * Sums the liquidity of all markets of the jettons in `scope`. If TON/USD is unknown, markets with one side in TON and
 * the other in USD have no value in either.
 */
export async function calculateJettonLiquidity(
  db: Database,
  scope: Scope,
  tonUsd: string | null,
): Promise<void> {
  const [pureTon, pureUsd] =
    tonUsd === null ? [sql`m.liquidity_usd is null`, sql`m.liquidity_ton is null`] : [sql`true`, sql`true`];
  await db.execute(sql`
    update jetton set liquidity_ton = total.in_ton, liquidity_usd = total.in_usd
    from (
      select m.jetton_id,
        sum(m.liquidity_ton) filter (where ${pureTon}) as in_ton,
        sum(m.liquidity_usd) filter (where ${pureUsd}) as in_usd
      from market m
      where ${scope(sql`m.jetton_id`)}
      group by 1
    ) as total
    where jetton.id = total.jetton_id and ${scope(sql`jetton.id`)}
      and (jetton.liquidity_ton, jetton.liquidity_usd) is distinct from (total.in_ton, total.in_usd)`);
}
