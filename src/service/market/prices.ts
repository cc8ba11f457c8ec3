import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import type { Scope } from './affected-jettons.ts';
import { firstTickTime, latestTick, priceScale } from './ticks.ts';
import { priceInstants } from './windows.ts';

/**
 * Calculates the prices at T, at the start of every period and at the first tick of the jettons in `scope`, in USD or TON
 * (metrics: prices). Requires `chooseReferenceMarkets`, and `chooseDirectMarkets` for the counterparts.
 */
export async function calculatePrices(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with fixed_instant as materialized (select ordinal, at from ${priceInstants(at)}),
    price as (
      select j.id, instant.ordinal, instant.at,
        ${limitScale(sql`tick.r * case when m.counterpart_id = 0 or c.stable then 1 else direct.r end`)} as price
      from jetton j
      join market m on m.id = j.reference_market_id
      left join jetton c on c.id = m.counterpart_id
      left join market d on d.id = c.direct_market_id and not c.stable
      cross join lateral (
        select ordinal, at from fixed_instant
        union all
        select null, ${firstTickTime(sql`m`)}
      ) as instant
      left join ${latestTick(sql`m`, sql`instant.at`)} as tick on true
      left join ${latestTick(sql`d`, sql`instant.at`)} as direct on true
      where ${scope(sql`j.id`)}
    ),
    per_jetton as (
      select id, array_agg(price order by ordinal) filter (where ordinal is not null) as prices,
        max(at) filter (where ordinal is null) as first_at, max(price) filter (where ordinal is null) as first_price
      from price
      group by 1
    ),
    statistics as (
      insert into jetton_statistics (jetton_id, prices)
      select j.id, per_jetton.prices
      from jetton j left join per_jetton on per_jetton.id = j.id
      where ${scope(sql`j.id`)} and exists (select from market m where m.jetton_id = j.id)
      on conflict (jetton_id) do update set prices = excluded.prices
      where jetton_statistics.prices is distinct from excluded.prices
    )
    update jetton set
      usd_based = calculated.usd_based, price = calculated.price, price_changed_at = calculated.price_changed_at,
      first_tick_at = calculated.first_at, first_price = calculated.first_price,
      first_ton_usd = calculated.first_ton_usd
    from (
      select j.id, per_jetton.prices[1] as price, m.price_changed_at, per_jetton.first_at, per_jetton.first_price,
        ton_usd(per_jetton.first_at) as first_ton_usd,
        case when per_jetton.prices[1] is not null then coalesce(c.stable or d.counterpart_id <> 0, false) end as usd_based
      from jetton j
      left join market m on m.id = j.reference_market_id
      left join jetton c on c.id = m.counterpart_id
      left join market d on d.id = c.direct_market_id and not c.stable
      left join per_jetton on per_jetton.id = j.id
      where ${scope(sql`j.id`)}
    ) as calculated
    where jetton.id = calculated.id
      and (
        jetton.usd_based, jetton.price, jetton.price_changed_at,
        jetton.first_tick_at, jetton.first_price, jetton.first_ton_usd
      ) is distinct from (
        calculated.usd_based, calculated.price, calculated.price_changed_at,
        calculated.first_at, calculated.first_price, calculated.first_ton_usd
      )`);
}

/** Limits the decimals of a product of prices, which can be hundreds: 40 significant digits suffice. */
function limitScale(price: SQL): SQL {
  return sql`(select case when p >= 1e-40 then round(p, ${priceScale}) else p end from (select ${price} as p offset 0) as unrounded)`;
}

/** TON in USD at T and at the start of every price period, unrounded; null if unknown (metrics: prices). */
type TonRates = readonly (string | null)[];

export async function queryTonRates(db: Database, at: Date): Promise<TonRates> {
  const rates = await rows<{ rate: string | null }>(
    db,
    sql`select ton_usd(at) as rate from ${priceInstants(at)} order by ordinal`,
  );
  return rates.map(({ rate }) => rate);
}

/** TON in USD, unrounded, as paid in swap `s` of market `m`, a market of a stablecoin against TON (metrics: prices). */
export const swapTonRate = sql`case when m.side = 0
  then round(s.amount0, ${priceScale}) / (s.amount1 * m.scale)
  else round(s.amount1, ${priceScale}) / (s.amount0 * m.scale) end`;
