import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { periodStartRowsWithNow } from './period-starts.ts';
import { priceChange, roundedPrices } from './rounded-prices.ts';
import type { Scope } from './scope.ts';
import { counterpartInTon, counterpartInUsd, latestTick, PRICE_SCALE, stablecoinInTon } from './ticks.ts';
import { periodSet } from './windows.ts';

const decimals = sql.raw(String(PRICE_SCALE));

/**
 * Calculates prices at T and at the start of every period, and the price changes, of the jettons in `scope` (metrics:
 * prices, changes over periods).
 */
export async function calculatePrices(db: Database, scope: Scope, at: Date): Promise<void> {
  await db.execute(sql`
    with instant as materialized (select ordinal, name, at, ton_usd(at) as ton_usd from ${periodStartRowsWithNow(at)}),
    ${pricesCte(scope)},
    amounts as (
      select id, ordinal, ${limitScale('ton')} as ton, ${limitScale('usd')} as usd,
        amount_json(ton_price) as ton_amount, amount_json(usd_price) as usd_amount
      from ${roundedPrices(sql`price`, ['ton', 'usd'])} as rounded
      offset 0
    ),
    jetton_price as (
      select jetton.jetton_id, instant.ordinal, instant.name, price.ton, price.usd, price.ton_amount, price.usd_amount,
        first_value(price.ton) over prices as ton_now,
        first_value(price.usd) over prices as usd_now,
        first_value(price.ton_amount) over prices as ton_amount_now,
        first_value(price.usd_amount) over prices as usd_amount_now
      from jetton_statistics as jetton
      cross join instant
      left join amounts as price on price.id = jetton.jetton_id and price.ordinal = instant.ordinal
      where ${scope(sql`jetton.jetton_id`)}
      window prices as (partition by jetton.jetton_id order by instant.ordinal)
    ),
    per_jetton as (
      select jetton_id,
        array_agg(round(ton, ${decimals}) order by ordinal) as prices_ton,
        array_agg(round(usd, ${decimals}) order by ordinal) as prices_usd,
        ${periodSet(changeOf('ton', at))} as change_ton,
        ${periodSet(changeOf('usd', at))} as change_usd
      from jetton_price
      group by 1
    )
    update jetton_statistics as statistics set
      prices_ton = per_jetton.prices_ton,
      prices_usd = per_jetton.prices_usd,
      price_change_ton = per_jetton.change_ton,
      price_change_usd = per_jetton.change_usd
    from per_jetton
    where per_jetton.jetton_id = statistics.jetton_id`);
}

// Products of prices have hundreds of decimals, and divisions would compute as many. 40 significant digits suffice.
function limitScale(price: string): SQL {
  return sql.raw(`case when ${price} >= 1e-40 then round(${price}, ${PRICE_SCALE}) else ${price} end`);
}

/** Price change from the instant of a row of `jetton_price` to T. */
function changeOf(unit: 'ton' | 'usd', at: Date): SQL {
  const amounts = { current: sql.raw(`${unit}_amount_now`), previous: sql.raw(`${unit}_amount`) };
  return sql`case when ordinal > 0 then ${priceChange(sql.raw(`${unit}_now`), sql.raw(unit), amounts, at)} end`;
}

/**
 * CTE `price`: unrounded TON and USD prices of the jettons in `scope` at every row of a CTE `instant (ordinal, at,
 * ton_usd)`, from the ticks of their reference market (metrics: prices). No row if there was no tick.
 */
export function pricesCte(scope: Scope): SQL {
  const rate = sql`instant.ton_usd`;
  return sql`price as (
    select j.id, instant.ordinal, tick.time as changed_at,
      tick.r * case
        when m.counterpart_id = 0 then 1
        when c.stable then ${stablecoinInTon(rate)}
        else direct.r * ${counterpartInTon(sql`d`, rate)}
      end as ton,
      case when j.stable then 1 else tick.r * case
        when m.counterpart_id = 0 then ${rate}
        when c.stable then 1
        else direct.r * ${counterpartInUsd(sql`d`, rate)}
      end end as usd
    from jetton j
    join market m on m.id = j.reference_market_id
    left join jetton c on c.id = m.counterpart_id
    left join market d on d.id = c.direct_market_id and not c.stable
    cross join instant
    cross join ${latestTick(sql`m`, sql`instant.at`)} as tick
    left join ${latestTick(sql`d`, sql`instant.at`)} as direct on true
    where ${scope(sql`j.id`)}
  )`;
}
