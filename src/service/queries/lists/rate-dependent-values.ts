import { type SQL, sql } from 'drizzle-orm';
import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { subscriptOf } from '#service/analytics/period-starts.ts';
import { priceScale } from '#service/analytics/ticks.ts';
import type { RateDependentField } from '#service/store/schema.ts';

/**
 * Selects one row of rates at T; null if unknown. `rateDependentValues` use its columns. It reads the snapshot of the
 * statement, so that rates and values belong together, and divides once instead of once per jetton.
 *
 * - `ton_usd`: TON in USD
 * - `usd_ton`: USD in TON
 * - `usd_ton_ratio_…`: USD in TON / USD in TON at the start of the period
 */
export const selectRates: SQL = sql`
  select rates[1] as ton_usd, round(1, ${priceScale}) / rates[1] as usd_ton, ${sql.join(countPeriods.map(usdTonRatio), sql`, `)}
  from dataset limit 1`;

function usdTonRatio(period: CountPeriod): SQL {
  const rateBefore = sql`rates[${subscriptOf(period)}]`;
  return sql`round(${rateBefore}, ${priceScale}) / rates[1] as ${priceChangeColumns(period).usdTonRatio}`;
}

/**
 * Columns of the change of a price: of `jetton` the change in TON in percent and the ratio of prices in USD, of which
 * one is null, and the ratio that converts the latter to TON.
 */
export function priceChangeColumns(period: CountPeriod): { change: SQL; usdRatio: SQL; usdTonRatio: SQL } {
  return {
    change: sql`${sql.identifier(`ton_price_change_${period}`)}`,
    usdRatio: sql`${sql.identifier(`usd_price_ratio_${period}`)}`,
    usdTonRatio: sql`${sql.identifier(`usd_ton_ratio_${period}`)}`,
  };
}

/** Equals the function ton_change_percent. */
function tonPriceChange(period: CountPeriod): SQL {
  const { change, usdRatio, usdTonRatio } = priceChangeColumns(period);
  return sql`coalesce(${change}, round(round((${usdRatio} * ${usdTonRatio} - 1) * 100, 30), 6)::float8)`;
}

/**
 * Values that lists sort and filter by, as served: expressions over columns of `jetton` and `selectRates`. Totals equal
 * the functions total_in_ton and total_in_usd.
 */
export const rateDependentValues: Readonly<Record<RateDependentField, SQL>> = {
  fdmc: sql`sum_round(coalesce(fdmc_ton * ton_usd, fdmc_usd), 6)`,
  mcap: sql`sum_round(coalesce(mcap_ton * ton_usd, mcap_usd), 6)`,
  tvl: sql`sum_round(coalesce(liquidity_usd * usd_ton + coalesce(liquidity_ton, 0), liquidity_ton), 9)`,
  liquidityUsd: sql`sum_round(coalesce(liquidity_ton * ton_usd + coalesce(liquidity_usd, 0), liquidity_usd), 6)`,
  tonPriceChangeHour: tonPriceChange('hour'),
  tonPriceChangeHour6: tonPriceChange('hour6'),
  tonPriceChangeDay: tonPriceChange('day'),
  tonPriceChangeWeek: tonPriceChange('week'),
  tonPriceChangeMonth: tonPriceChange('month'),
};
