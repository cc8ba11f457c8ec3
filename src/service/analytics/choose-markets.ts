import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { type Scope, timestamptz } from './scope.ts';
import { counterpartInTon, stablecoinInTon } from './ticks.ts';

const tonUsd = sql`rate.ton_usd`;

/** Sets the direct market of the jettons in `scope`: the best-ranked against TON or a stablecoin (metrics: prices). */
export async function chooseDirectMarkets(db: Database, scope: Scope, at: Date): Promise<void> {
  const value = sql`case when m.counterpart_id = 0 then 1 when c.stable then ${stablecoinInTon(tonUsd)} end`;
  await updateBestMarket(db, scope, at, sql`direct_market_id`, value);
}

/**
 * Sets the reference market of the jettons in `scope`: the best-ranked against TON, a stablecoin, or a jetton with a
 * direct market (metrics: prices). Requires `chooseDirectMarkets` for the counterparts.
 */
export async function chooseReferenceMarkets(db: Database, scope: Scope, at: Date): Promise<void> {
  const value = sql`case
    when m.counterpart_id = 0 then 1
    when c.stable then ${stablecoinInTon(tonUsd)}
    else d.tick_price * ${counterpartInTon(sql`d`, tonUsd)}
  end`;
  await updateBestMarket(db, scope, at, sql`reference_market_id`, value);
}

// `value` is the value of the counterpart in TON at T. Markets without it are not ranked.
async function updateBestMarket(
  db: Database,
  scope: Scope,
  at: Date,
  column: SQL,
  value: SQL,
): Promise<void> {
  await db.execute(sql`
    update jetton set ${column} = chosen.market_id
    from (
      select jetton.id, best.id as market_id
      from jetton
      cross join (select ton_usd(${timestamptz(at)}) as ton_usd) as rate
      left join lateral (
        select m.id
        from market m
        left join jetton c on c.id = m.counterpart_id
        left join market d on d.id = c.direct_market_id
        where m.jetton_id = jetton.id and m.tick_price is not null and ${value} is not null
        order by m.liquidity_counterpart * ${value} desc nulls last, m.transactions_month desc, m.pool_address
        limit 1
      ) as best on true
      where ${scope(sql`jetton.id`)}
    ) as chosen
    where jetton.id = chosen.id and jetton.${column} is distinct from chosen.market_id`);
}
