import { sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Database } from '#service/store/database.ts';
import { type CalculatedRow, calculatedAtColumn } from './calculated-at.ts';
import { type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import {
  type PricesRow,
  parsePrices,
  priceChangeSet,
  pricesColumns,
  type RatesRow,
  ratesColumns,
  unitValues,
} from './price-change-sets.ts';

/**
 * Period sets as JSON text, with `@` in place of every `calculatedAt`. All but the price changes are null if the jetton
 * has no market.
 */
export interface JettonStatisticsRow extends PageRow, CalculatedRow {
  readonly priceChangeTon: string;
  readonly priceChangeUsd: string;
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

type StoredRow = Omit<JettonStatisticsRow, 'priceChangeTon' | 'priceChangeUsd'> & PricesRow & RatesRow;

/** Returns a page of changes over periods of the matching jettons. */
export async function queryJettonStatistics(
  db: Database,
  filter: JettonListFilter,
): Promise<Page<JettonStatisticsRow>> {
  const { rows, next } = await queryJettonPage<StoredRow>(db, filter, {
    columns: sql`${pricesColumns}, ${ratesColumns('usd')}, ${calculatedAtColumn},
      s.traders, s.traders_buy as "tradersBuy", s.traders_sell as "tradersSell",
      s.transactions, s.transactions_buy as "transactionsBuy", s.transactions_sell as "transactionsSell",
      s.volume_usd as "volumeUsd", s.volume_buy_usd as "volumeBuyUsd", s.volume_sell_usd as "volumeSellUsd"`,
    joins: sql`left join jetton_statistics s on s.jetton_id = j.id`,
  });
  const [first] = rows;
  if (!first) return { rows: [], next };
  const [inTon, inUsd] = [unitValues('ton', first), unitValues('usd', first)];
  const changesOf = (row: StoredRow) => {
    const prices = parsePrices(row);
    return { priceChangeTon: priceChangeSet(prices, inTon), priceChangeUsd: priceChangeSet(prices, inUsd) };
  };
  return { rows: rows.map((row) => ({ ...row, ...changesOf(row) })), next };
}
