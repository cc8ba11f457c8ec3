import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import { type Caller, type HandlerResult, SerializedJson, type Service } from '#service/config/context.ts';
import { type JettonStatisticsRow, queryJettonStatistics } from './jetton-activity.ts';
import { jsonObject } from './json-object.ts';
import { listEnvelope } from './list-envelope.ts';
import { emptyCounts, emptyVolumes, withCalculatedAt } from './period-sets.ts';

/** Operations 4 and 5. */
export async function getJettonStatisticsList(
  { store, clock }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<HandlerResult<ResponseOf<Operations['getJettonStatisticsList']>>> {
  const now = clock.now();
  const page = await queryJettonStatistics(store.db, filter);
  const items = page.rows.map(
    (row) => new SerializedJson(withCalculatedAt(statisticsOf(row), row.calculatedAt, now)),
  );
  return { items, ...listEnvelope(page, caller) };
}

function statisticsOf(row: JettonStatisticsRow): string {
  return jsonObject({
    address: `"${row.address}"`,
    priceChange: jsonObject({ ton: row.priceChangeTon, usd: row.priceChangeUsd }),
    traders: row.traders ?? emptyCounts,
    tradersBuy: row.tradersBuy ?? emptyCounts,
    tradersSell: row.tradersSell ?? emptyCounts,
    transactions: row.transactions ?? emptyCounts,
    transactionsBuy: row.transactionsBuy ?? emptyCounts,
    transactionsSell: row.transactionsSell ?? emptyCounts,
    volume: jsonObject({
      usd: row.volumeUsd ?? emptyVolumes,
      buyUsd: row.volumeBuyUsd ?? emptyVolumes,
      sellUsd: row.volumeSellUsd ?? emptyVolumes,
    }),
  });
}
