import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type JettonStatisticsRow, jettonStatistics } from '#service/queries/jetton-statistics.ts';
import { type Caller, JsonText, type Service } from '#service/service.ts';
import { jsonArray, jsonObject } from './json-object.ts';
import { aroundItems } from './list-page.ts';
import { type EmptySets, emptySets } from './period-sets.ts';

/** Operations 4 and 5. */
export async function getJettonStatisticsList(
  { store, clock }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<JsonText> {
  const empty = emptySets(clock.now());
  const page = await jettonStatistics(store.db, filter);
  const { addressBook, jettons, next } = aroundItems(page, caller);
  return new JsonText(
    jsonObject({
      items: jsonArray(page.rows.map((row) => statisticsOf(row, empty))),
      addressBook: JSON.stringify(addressBook),
      jettons: JSON.stringify(jettons),
      next: next && JSON.stringify(next),
    }),
  );
}

function statisticsOf(row: JettonStatisticsRow, { prices, counts, volumes }: EmptySets): string {
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
