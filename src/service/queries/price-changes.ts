import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Currency, type FiatCurrency, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';

export interface PriceChangesRow {
  readonly address: string;
  /** PricePeriods as JSON; null where the jetton has no market. */
  readonly changes: string | null;
}

/** Price changes of some jettons in a currency, in no order. */
export function queryPriceChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: Currency,
): Promise<PriceChangesRow[]> {
  const wanted = sql`j.address = any(${sql.param(addresses)}::text[])`;
  if (currency === 'ton') return rows(db, selectPrecomputed(sql`price_change_ton`, wanted));
  if (currency === 'usd') return rows(db, selectPrecomputed(sql`price_change_usd`, wanted));
  return rows(db, selectConverted(currency, wanted));
}

function selectPrecomputed(column: SQL, wanted: SQL): SQL {
  return sql`
    select j.address, s.${column} as changes
    from jetton j left join jetton_statistics s on s.jetton_id = j.id
    where ${wanted}`;
}

// The price in the currency at either end of a period is that in USD times the rate of that time. Jettons calculated
// together share their moments, so rates are looked up once for each time of calculation.
function selectConverted(currency: FiatCurrency, wanted: SQL): SQL {
  const periods = pricePeriods.map((name, index) =>
    // The first of `prices_usd` is the price at T; arrays start at 1.
    sql.raw(`(${index + 2}, '${name}', interval '${periodSeconds[name]} seconds')`),
  );
  return sql`
    with known as materialized (
      select s.jetton_id, s.calculated_at, s.prices_usd
      from jetton j join jetton_statistics s on s.jetton_id = j.id
      where ${wanted}
    ),
    moment as materialized (
      select calculated_at, iso(calculated_at) as calculated_text, place, name,
        fx_rate(${currency}, calculated_at) as rate, fx_rate(${currency}, calculated_at - length) as rate_before
      from (select distinct calculated_at from known) as calculation
      cross join (values ${sql.join(periods, sql`, `)}) as period (place, name, length)
    ),
    change as (
      select known.jetton_id, moment.place, moment.name, price_change(
        known.prices_usd[1] * moment.rate,
        known.prices_usd[moment.place] * moment.rate_before,
        moment.calculated_text) as change
      from known join moment using (calculated_at)
    ),
    folded as (
      select jetton_id, string_agg('"' || name || '":' || change, ',' order by place) as changes
      from change group by jetton_id
    )
    select j.address, '{' || coalesce(folded.changes, '') || '}' as changes
    from jetton j left join folded on folded.jetton_id = j.id
    where ${wanted}`;
}
