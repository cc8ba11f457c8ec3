import { sql } from 'drizzle-orm';
import { jettonFdmc, jettonLiquidity, jettonMcap, jettonPrice } from './current-values.ts';

/** Headline metrics of `jetton`: decimal strings, whose scale is the Amount's decimals; null if unknown. */
export interface MetricsRow {
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
export const jettonUnit = sql`('1e-' || j.decimals)::numeric`;

/**
 * Joins the unrounded values of `jetton j` as `value`. OFFSET 0 prevents the planner from merging the subquery: rounding
 * would evaluate each expression a dozen times.
 */
export const metricsJoins = sql`
  cross join lateral (
    select ${jettonPrice.ton} as ton, ${jettonPrice.usd} as usd,
      ${jettonLiquidity.ton} as liquidity_ton, ${jettonLiquidity.usd} as liquidity_usd,
      ${jettonFdmc.usd} as fdmc_usd, ${jettonMcap.usd} as mcap_usd
    offset 0
  ) as value`;

/** From `jetton j` and `metricsJoins`. */
export const metricsColumns = sql`
  price_round(value.ton) as price, price_round(value.usd) as "priceUsd", j.holders_count as "holdersCount",
  sum_round(value.liquidity_usd, 6) as "liquidityUsd", sum_round(value.fdmc_usd, 6) as fdmc,
  sum_round(value.mcap_usd, 6) as mcap,
  j.circulating_supply as "circulatingSupply", j.trust_score as "trustScore"`;
