import { type SQL, sql } from 'drizzle-orm';
import type { Currency } from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/database.ts';
import { type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import { jettonUnit, type MetricsRow, metricsColumns, metricsJoins } from './valuation-columns.ts';

export interface JettonMetricsRow extends PageRow, MetricsRow {
  readonly priceCurrency: string | null;
  readonly liquidityCurrency: string | null;
  readonly fdmcCurrency: string | null;
  readonly mcapCurrency: string | null;
}

/** Returns a page of metrics of the matching jettons, also converted to the filter's currency. */
export function queryJettonMetrics(db: Database, filter: JettonListFilter): Promise<Page<JettonMetricsRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`${metricsColumns}, ${currencyColumns(filter.currency)}`,
    joins: metricsJoins,
  });
}

/** Converts unrounded values, so that each amount is rounded only once (metrics: rounding). */
function currencyColumns(currency: Currency): SQL {
  const [unit, decimals] = currency === 'ton' ? [sql`ton`, sql`9`] : [sql`usd`, sql`6`];
  // An uncorrelated subquery is evaluated once, not for every row.
  const rate = currency === 'ton' ? sql`1` : sql`(select fx_rate(${currency}, calculated_at) from dataset)`;
  const price = sql`value.${unit} * ${rate}`;
  const capitalization = (supply: SQL) => sql`sum_round(${price} * ${supply} * ${jettonUnit}, ${decimals})`;
  return sql`
    price_round(${price}) as "priceCurrency",
    sum_round(value.liquidity_${unit} * ${rate}, ${decimals}) as "liquidityCurrency",
    ${capitalization(sql`j.total_supply`)} as "fdmcCurrency",
    ${capitalization(sql`j.circulating_supply`)} as "mcapCurrency"`;
}
