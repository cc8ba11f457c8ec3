import { type SQL, sql } from 'drizzle-orm';
import type { Currency } from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/store.ts';
import { type Page, type PageRow, queryJettonPage } from './jetton-page.ts';
import { type MetricsRow, metricsColumns } from './metrics-columns.ts';
import { toTimestamptz } from './timestamps.ts';

export interface JettonMetricsRow extends PageRow, MetricsRow {
  readonly priceCurrency: string | null;
  readonly liquidityCurrency: string | null;
  readonly fdmcCurrency: string | null;
  readonly mcapCurrency: string | null;
}

/** Returns a page of metrics of the matching jettons, also converted to the filter's currency at the rate at `at`. */
export function queryJettonMetrics(
  db: Database,
  filter: JettonListFilter,
  at: Date,
): Promise<Page<JettonMetricsRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`${metricsColumns}, ${currencyColumns(filter.currency, at)}`,
    joins: sql`left join jetton_statistics s on s.jetton_id = j.id`,
  });
}

/** Converts unrounded values, so that each amount is rounded only once (metrics: rounding). */
function currencyColumns(currency: Currency, at: Date): SQL {
  const [unit, decimals] = currency === 'ton' ? [sql`ton`, sql`9`] : [sql`usd`, sql`6`];
  // An uncorrelated subquery is evaluated once, not for every row.
  const rate = currency === 'ton' ? sql`1` : sql`(select fx_rate(${currency}, ${toTimestamptz(at)}))`;
  const price = sql`s.prices_${unit}[1] * ${rate}`;
  const capitalisation = (supply: SQL) =>
    sql`sum_round(${price} * ${supply} * ('1e-' || j.decimals)::numeric, ${decimals})`;
  return sql`
    price_round(${price}) as "priceCurrency",
    sum_round(s.liquidity_${unit} * ${rate}, ${decimals}) as "liquidityCurrency",
    ${capitalisation(sql`j.total_supply`)} as "fdmcCurrency",
    ${capitalisation(sql`j.circulating_supply`)} as "mcapCurrency"`;
}
