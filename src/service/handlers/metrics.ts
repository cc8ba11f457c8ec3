import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import { jettonMetrics } from '#service/queries/jetton-metrics.ts';
import type { MetricsRow } from '#service/queries/metrics-columns.ts';
import type { Caller, Service } from '#service/service.ts';
import { known, knownAmount } from './known.ts';
import { aroundItems } from './list-page.ts';

/** Operation 3. */
export async function getJettonMetricsList(
  { store, clock }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonMetricsList']>> {
  const page = await jettonMetrics(store.db, filter, clock.now());
  const items = page.rows.map((row) => ({
    address: row.address,
    ...metricsOf(row),
    priceCurrency: knownAmount(row.priceCurrency),
    liquidityCurrency: knownAmount(row.liquidityCurrency),
    fdmcCurrency: knownAmount(row.fdmcCurrency),
    mcapCurrency: knownAmount(row.mcapCurrency),
  }));
  return { items, ...aroundItems(page, caller) };
}

/** Headline metrics, as full records and metrics items show them. */
export function metricsOf(row: MetricsRow) {
  return {
    price: knownAmount(row.price),
    priceUsd: knownAmount(row.priceUsd),
    holdersCount: known(row.holdersCount),
    liquidityUsd: knownAmount(row.liquidityUsd),
    fdmc: knownAmount(row.fdmc),
    mcap: knownAmount(row.mcap),
    circulatingSupply: known(row.circulatingSupply),
    trustScore: known(row.trustScore),
  };
}
