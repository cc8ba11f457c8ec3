import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import type { MarketScope, Scope } from './affected-jettons.ts';
import { stablecoinInTon } from './ticks.ts';
import { monthPeriod } from './windows.ts';

/**
 * Chooses the direct market of the jettons in `scope`: the best-ranked against TON or a stablecoin (metrics: prices).
 * Stablecoins have none: their value is fixed, and the choice would be among thousands of markets. Requires
 * `calculateMarketState`. Returns the ids of the jettons whose choice changed.
 */
export function chooseDirectMarkets(db: Database, scope: Scope, tonUsd: string | null): Promise<number[]> {
  const counterpart = sql`left join jetton c on c.id = m.counterpart_id`;
  return updateBestMarkets(db, scope, tonUsd, 'direct', {
    inTon: selectBest(sql``, sql`m.liquidity_counterpart`, sql`m.counterpart_id = 0 and not jetton.stable`),
    inUsd: selectBest(counterpart, sql`m.liquidity_counterpart`, sql`c.stable and not jetton.stable`),
  });
}

/**
 * Calculates the values that rank the markets in `scope` as reference markets: the counterpart reserve at T in TON or
 * USD. Requires `chooseDirectMarkets` for the counterparts.
 */
export async function calculateRankValues(db: Database, scope: MarketScope): Promise<void> {
  await db.execute(sql`
    update market set rank_usd_based = ranked.usd_based, rank_value = ranked.value
    from (
      select m.id,
        case
          when m.counterpart_id = 0 then false
          when c.stable then true
          else d.counterpart_id <> 0
        end as usd_based,
        m.liquidity_counterpart * case when m.counterpart_id = 0 or c.stable then 1 else d.tick_price end as value
      from market m
      left join jetton c on c.id = m.counterpart_id
      left join market d on d.id = c.direct_market_id and not c.stable
      where ${scope(sql`m`)}
    ) as ranked
    where market.id = ranked.id
      and (market.rank_usd_based, market.rank_value) is distinct from (ranked.usd_based, ranked.value)`);
}

/**
 * Chooses the reference market of the jettons in `scope`: the best-ranked against TON, a stablecoin, or a jetton with a
 * direct market (metrics: prices). Requires `calculateRankValues`. Returns the ids of the jettons whose choice changed.
 */
export function chooseReferenceMarkets(db: Database, scope: Scope, tonUsd: string | null): Promise<number[]> {
  return updateBestMarkets(db, scope, tonUsd, 'reference', {
    inTon: selectBest(sql``, sql`m.rank_value`, sql`m.rank_usd_based = false`),
    inUsd: selectBest(sql``, sql`m.rank_value`, sql`m.rank_usd_based`),
  });
}

const rankOrder = sql`value desc nulls last, transactions desc, pool_address`;

/** The best of a jetton's markets whose counterpart reserves are valued in one currency. */
function selectBest(joins: SQL, value: SQL, condition: SQL): SQL {
  return sql`
    select m.id, ${value} as value, coalesce(activity.transactions, 0) as transactions, m.pool_address
    from market m
    left join market_activity activity on activity.market_id = m.id and activity.period = ${monthPeriod}
    ${joins}
    where m.jetton_id = jetton.id and m.tick_price is not null and ${condition}
    order by ${rankOrder}
    limit 1`;
}

/**
 * The order among markets in one currency does not depend on TON/USD. Which of the two best ones wins only changes when
 * TON/USD passes the ratio of their values, which is stored as the threshold of the choice.
 */
async function updateBestMarkets(
  db: Database,
  scope: Scope,
  tonUsd: string | null,
  choice: 'direct' | 'reference',
  { inTon, inUsd }: { readonly inTon: SQL; readonly inUsd: SQL },
): Promise<number[]> {
  const market = sql.raw(`${choice}_market_id`);
  const threshold = sql.raw(`${choice}_threshold`);
  const changed = await rows<{ id: number; isOther: boolean }>(
    db,
    sql`
    update jetton set ${market} = chosen.market_id, ${threshold} = chosen.threshold
    from (
      select jetton.id, jetton.${market} as before, best.id as market_id,
        case when in_ton.value > 0 then in_usd.value / in_ton.value end as threshold
      from jetton
      cross join (select ${tonUsd}::numeric as ton_usd) as rate
      left join lateral (${inTon}) as in_ton on true
      left join lateral (${inUsd}) as in_usd on rate.ton_usd is not null
      left join lateral (
        select id from (
          select in_ton.*
          union all
          select in_usd.id, in_usd.value * ${stablecoinInTon(sql`rate.ton_usd`)}, in_usd.transactions, in_usd.pool_address
        ) as candidate
        where id is not null
        order by ${rankOrder}
        limit 1
      ) as best on true
      where ${scope(sql`jetton.id`)}
    ) as chosen
    where jetton.id = chosen.id
      and (jetton.${market}, jetton.${threshold}) is distinct from (chosen.market_id, chosen.threshold)
    returning jetton.id, chosen.before is distinct from chosen.market_id as "isOther"`,
  );
  return changed.filter(({ isOther }) => isOther).map(({ id }) => id);
}
