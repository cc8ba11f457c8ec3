import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import { type JettonStatisticsRow, queryJettonStatistics } from '#service/queries/jetton-statistics.ts';
import { type Caller, type HandlerResult, SerializedJson, type Service } from '#service/service.ts';
import { jsonObject } from './json-object.ts';
import { listEnvelope } from './list-envelope.ts';
import { type EmptyPeriodSets, emptyPeriodSets } from './period-sets.ts';

/** Operations 4 and 5. */
export async function getJettonStatisticsList(
  { store, clock }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<HandlerResult<ResponseOf<Operations['getJettonStatisticsList']>>> {
  const empty = emptyPeriodSets(clock.now());
  const page = await queryJettonStatistics(store.db, filter);
  const items = page.rows.map((row) => new SerializedJson(statisticsOf(row, empty)));
  return { items, ...listEnvelope(page, caller) };
}

function statisticsOf(row: JettonStatisticsRow, { prices, counts, volumes }: EmptyPeriodSets): string {
  return jsonObject({
    address: `"${row.address}"`,
    priceChange: jsonObject({ ton: row.priceChangeTon ?? prices, usd: row.priceChangeUsd ?? prices }),
    traders: row.traders ?? counts,
    tradersBuy: row.tradersBuy ?? counts,
    tradersSell: row.tradersSell ?? counts,
    transactions: row.transactions ?? counts,
    transactionsBuy: row.transactionsBuy ?? counts,
    transactionsSell: row.transactionsSell ?? counts,
    volume: jsonObject({
      usd: row.volumeUsd ?? volumes,
      buyUsd: row.volumeBuyUsd ?? volumes,
      sellUsd: row.volumeSellUsd ?? volumes,
    }),
  });
}
