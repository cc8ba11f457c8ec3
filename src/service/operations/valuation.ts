import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import type { Caller, Service } from '#service/config/context.ts';
import { queryJettonMetrics } from './jetton-valuation.ts';
import { listEnvelope } from './list-envelope.ts';
import { optional, optionalAmount } from './optional.ts';
import type { MetricsRow } from './valuation-columns.ts';

/** Operation 3. */
export async function getJettonMetricsList(
  { store }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonMetricsList']>> {
  const page = await queryJettonMetrics(store.db, filter);
  const items = page.rows.map((row) => ({
    address: row.address,
    ...metricsOf(row),
    priceCurrency: optionalAmount(row.priceCurrency),
    liquidityCurrency: optionalAmount(row.liquidityCurrency),
    fdmcCurrency: optionalAmount(row.fdmcCurrency),
    mcapCurrency: optionalAmount(row.mcapCurrency),
  }));
  return { items, ...listEnvelope(page, caller) };
}

/** Returns the headline metrics of jetton records and metrics items. */
export function metricsOf(row: MetricsRow) {
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
