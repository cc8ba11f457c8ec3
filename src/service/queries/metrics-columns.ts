import { sql } from 'drizzle-orm';

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

/** From `jetton j`. */
export const metricsColumns = sql`
  j.price_ton as price, j.price_usd as "priceUsd", j.holders_count as "holdersCount",
  j.liquidity_usd as "liquidityUsd", j.fdmc, j.mcap,
  j.circulating_supply as "circulatingSupply", j.trust_score as "trustScore"`;
