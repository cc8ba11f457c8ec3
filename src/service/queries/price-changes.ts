import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Currency, type FiatCurrency, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/store.ts';

export interface PriceChangesRow {
  readonly address: string;
  /** PricePeriods as JSON text; null if the jetton has no market. */
  readonly changes: string | null;
}

/** Returns the price changes of jettons in a currency, unordered. */
export function queryPriceChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: Currency,
): Promise<PriceChangesRow[]> {
  const condition = sql`j.address = any(${sql.param(addresses)}::text[])`;
  if (currency === 'ton') return rows(db, selectPrecomputed(sql`price_change_ton`, condition));
  if (currency === 'usd') return rows(db, selectPrecomputed(sql`price_change_usd`, condition));
  return rows(db, selectConverted(currency, condition));
}

function selectPrecomputed(column: SQL, condition: SQL): SQL {
  return sql`
    select j.address, s.${column} as changes
    from jetton j left join jetton_statistics s on s.jetton_id = j.id
    where ${condition}`;
}

// The price in a currency at the start or end of a period is the USD price times the rate at that time. Jettons
// calculated together share their period starts, so rates are looked up once per time of calculation.
function selectConverted(currency: FiatCurrency, condition: SQL): SQL {
  const periods = pricePeriods.map((name, index) =>
    // The first of `prices_usd` is the price at T; arrays start at 1.
    sql.raw(`(${index + 2}, '${name}', interval '${periodSeconds[name]} seconds')`),
  );
  return sql`
    with calculated as materialized (
      select s.jetton_id, s.calculated_at, s.prices_usd
      from jetton j join jetton_statistics s on s.jetton_id = j.id
      where ${condition}
    ),
    period_rate as materialized (
      select calculated_at, iso(calculated_at) as calculated_text, ordinal, name,
        fx_rate(${currency}, calculated_at) as rate, fx_rate(${currency}, calculated_at - length) as rate_before
      from (select distinct calculated_at from calculated) as calculation
      cross join (values ${sql.join(periods, sql`, `)}) as period (ordinal, name, length)
    ),
    change as (
      select calculated.jetton_id, period_rate.ordinal, period_rate.name, price_change(
        calculated.prices_usd[1] * period_rate.rate,
        calculated.prices_usd[period_rate.ordinal] * period_rate.rate_before,
        period_rate.calculated_text) as change
      from calculated join period_rate using (calculated_at)
    ),
    jetton_changes as (
      select jetton_id, string_agg('"' || name || '":' || change, ',' order by ordinal) as changes
      from change group by jetton_id
    )
    select j.address, '{' || coalesce(jetton_changes.changes, '') || '}' as changes
    from jetton j left join jetton_changes on jetton_changes.jetton_id = j.id
    where ${condition}`;
}
