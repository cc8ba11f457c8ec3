import { type SQL, sql } from 'drizzle-orm';
import type { Currency } from '#contract/enums.ts';
import type { JettonMetrics } from '#contract/jetton.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Caller, ServiceContext } from '#service/config/context.ts';
import type { Database } from '#service/store/database.ts';
import { jettonFdmc, jettonLiquidity, jettonMcap, jettonPrice } from './current-values.ts';
import { onlyJetton, onlyRow, type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import { joinMultiplier, perDisplayedUnit, roundedInDisplayedUnits } from './multipliers.ts';
import { listEnvelope, optional, optionalAmount } from './response-parts.ts';

/** Operation 3. */
export async function getJettonMetricsList(
  { store }: ServiceContext,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonMetricsList']>> {
  const page = await queryValuations(store.db, filter);
  return { items: page.rows.map(metricsOf), ...listEnvelope(page, caller) };
}

/** The item of operation 3 of one jetton. */
export async function getJettonMetrics(
  { store }: ServiceContext,
  { address, currency }: InputOf<ServedOperations['getJettonMetrics']>,
): Promise<ResponseOf<ServedOperations['getJettonMetrics']>> {
  return metricsOf(onlyRow(await queryValuations(store.db, onlyJetton(address, currency))));
}

function metricsOf(row: ConvertedValuationRow): JettonMetrics {
  return {
    address: row.address,
    ...valuationOf(row),
    priceCurrency: optionalAmount(row.priceCurrency),
    liquidityCurrency: optionalAmount(row.liquidityCurrency),
    fdmcCurrency: optionalAmount(row.fdmcCurrency),
    mcapCurrency: optionalAmount(row.mcapCurrency),
  };
}

/** Returns a page of valuations of the matching jettons, also converted to the filter's currency. */
function queryValuations(db: Database, filter: JettonListFilter): Promise<Page<ConvertedValuationRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`${valuationColumns}, ${currencyColumns(filter.currency)}`,
    joins: valuationJoins,
  });
}

interface ConvertedValuationRow extends PageRow, ValuationRow {
  readonly priceCurrency: string | null;
  readonly liquidityCurrency: string | null;
  readonly fdmcCurrency: string | null;
  readonly mcapCurrency: string | null;
}

/** Converts unrounded values, so that each amount is rounded only once (numbers: rounding). */
function currencyColumns(currency: Currency): SQL {
  const [unit, decimals] = currency === 'ton' ? [sql`ton`, sql`9`] : [sql`usd`, sql`6`];
  // An uncorrelated subquery is evaluated once, not for every row.
  const rate = currency === 'ton' ? sql`1` : sql`(select fx_rate(${currency}, calculated_at) from dataset)`;
  const price = sql`value.${unit} * ${rate}`;
  const capitalization = (supply: SQL) => sql`sum_round(${price} * ${supply} * ${jettonUnit}, ${decimals})`;
  return sql`
    price_round(value.displayed_${unit} * ${rate}) as "priceCurrency",
    sum_round(value.liquidity_${unit} * ${rate}, ${decimals}) as "liquidityCurrency",
    ${capitalization(sql`j.total_supply`)} as "fdmcCurrency",
    ${capitalization(sql`j.circulating_supply`)} as "mcapCurrency"`;
}

/** Returns the valuation in jetton records and items of operation 3. */
export function valuationOf(row: ValuationRow) {
  return {
    price: optionalAmount(row.price),
    priceUsd: optionalAmount(row.priceUsd),
    holdersCount: optional(row.holdersCount),
    liquidityUsd: optionalAmount(row.liquidityUsd),
    fdmc: optionalAmount(row.fdmc),
    mcap: optionalAmount(row.mcap),
    circulatingSupply: optional(row.circulatingSupply),
    trustScore: optional(row.trustScore),
  };
}

/** Valuation of `jetton`: decimal strings, whose scale is the Amount's decimals; null if unknown. */
export interface ValuationRow {
  readonly price: string | null;
  readonly priceUsd: string | null;
  readonly holdersCount: string | null;
  readonly liquidityUsd: string | null;
  readonly fdmc: string | null;
  readonly mcap: string | null;
  readonly circulatingSupply: string | null;
  readonly trustScore: number | null;
}

/** Converts base units of `jetton j` to whole units. */
const jettonUnit = sql`('1e-' || j.decimals)::numeric`;

/** Multiplier of `jetton j`. */
const multiplier = sql`multiplier`;

/**
 * Joins the multiplier of `jetton j`, and its unrounded values as `value`. OFFSET 0 prevents the planner from merging the
 * subquery: rounding would evaluate each expression a dozen times.
 */
export const valuationJoins = sql`
  ${joinMultiplier(sql`j`, multiplier)}
  cross join lateral (
    select ${jettonPrice.ton} as ton, ${jettonPrice.usd} as usd,
      ${perDisplayedUnit(jettonPrice.ton, multiplier)} as displayed_ton,
      ${perDisplayedUnit(jettonPrice.usd, multiplier)} as displayed_usd,
      ${jettonLiquidity.ton} as liquidity_ton, ${jettonLiquidity.usd} as liquidity_usd,
      ${jettonFdmc.usd} as fdmc_usd, ${jettonMcap.usd} as mcap_usd
    offset 0
  ) as value`;

/** A supply of `jetton j` in base units. Requires `valuationJoins`. */
export function displayedSupply(supply: SQL): SQL {
  return roundedInDisplayedUnits(supply, multiplier, sql`0`);
}

/** From `jetton j` and `valuationJoins`. */
export const valuationColumns = sql`
  price_round(value.displayed_ton) as price, price_round(value.displayed_usd) as "priceUsd", j.holders_count as "holdersCount",
  sum_round(value.liquidity_usd, 6) as "liquidityUsd", sum_round(value.fdmc_usd, 6) as fdmc,
  sum_round(value.mcap_usd, 6) as mcap,
  ${displayedSupply(sql`j.circulating_supply`)} as "circulatingSupply", j.trust_score as "trustScore"`;
