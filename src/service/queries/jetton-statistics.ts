import { sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/store.ts';
import { type Page, type PageRow, queryJettonPage } from './jetton-page.ts';

/** Period sets as JSON text; all null if the jetton has no market. */
export interface JettonStatisticsRow extends PageRow {
  readonly priceChangeTon: string | null;
  readonly priceChangeUsd: string | null;
  readonly traders: string | null;
  readonly tradersBuy: string | null;
  readonly tradersSell: string | null;
  readonly transactions: string | null;
  readonly transactionsBuy: string | null;
  readonly transactionsSell: string | null;
  readonly volumeUsd: string | null;
  readonly volumeBuyUsd: string | null;
  readonly volumeSellUsd: string | null;
}

/** Returns a page of changes over periods of the matching jettons. */
export function queryJettonStatistics(
  db: Database,
  filter: JettonListFilter,
): Promise<Page<JettonStatisticsRow>> {
  return queryJettonPage(db, filter, {
    columns: sql`s.price_change_ton as "priceChangeTon", s.price_change_usd as "priceChangeUsd",
      s.traders, s.traders_buy as "tradersBuy", s.traders_sell as "tradersSell",
      s.transactions, s.transactions_buy as "transactionsBuy", s.transactions_sell as "transactionsSell",
      s.volume_usd as "volumeUsd", s.volume_buy_usd as "volumeBuyUsd", s.volume_sell_usd as "volumeSellUsd"`,
    joins: sql`left join jetton_statistics s on s.jetton_id = j.id`,
  });
}
