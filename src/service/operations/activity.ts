import { sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import {
  type Caller,
  type HandlerResult,
  SerializedJson,
  type ServiceContext,
} from '#service/config/context.ts';
import type { Database } from '#service/store/database.ts';
import { type Page, type PageRow, queryJettonPage } from './lists/jetton-page.ts';
import {
  type CalculatedRow,
  calculatedAtColumn,
  emptyCounts,
  emptyVolumes,
  jsonObject,
  withCalculatedAt,
} from './period-sets.ts';
import {
  type PricesRow,
  parsePrices,
  priceChangeSet,
  pricesColumns,
  type RatesRow,
  ratesColumns,
  unitValues,
} from './price-change-sets.ts';
import { listEnvelope } from './response-parts.ts';

/** Operations 4 and 5. */
export async function getJettonStatisticsList(
  { store, clock }: ServiceContext,
  filter: JettonListFilter,
  caller: Caller,
): Promise<HandlerResult<ResponseOf<Operations['getJettonStatisticsList']>>> {
  const now = clock.now();
  const page = await queryJettonActivity(store.db, filter);
  const items = page.rows.map(
    (row) => new SerializedJson(withCalculatedAt(activityOf(row), row.calculatedAt, now)),
  );
  return { items, ...listEnvelope(page, caller) };
}

/** Returns a page of changes over periods of the matching jettons. */
async function queryJettonActivity(db: Database, filter: JettonListFilter): Promise<Page<JettonActivityRow>> {
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

/**
 * Period sets as JSON text, with `@` in place of every `calculatedAt`. All but the price changes are null if the jetton
 * has no market.
 */
interface JettonActivityRow extends PageRow, CalculatedRow {
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

type StoredRow = Omit<JettonActivityRow, 'priceChangeTon' | 'priceChangeUsd'> & PricesRow & RatesRow;

function activityOf(row: JettonActivityRow): string {
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
