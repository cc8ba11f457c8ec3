import { type SQL, sql } from 'drizzle-orm';
import type { AddressBook, RawAddress } from '#contract/address.ts';
import { type Currency, countPeriods, type FiatCurrency } from '#contract/enums.ts';
import type { JettonStats } from '#contract/jetton.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import {
  type Caller,
  type HandlerResult,
  SerializedJson,
  type ServiceContext,
} from '#service/config/context.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  onlyJetton,
  onlyJettons,
  onlyRow,
  type Page,
  type PageRow,
  queryJettonPage,
} from './lists/jetton-page.ts';
import { missingJson, missingOfJettons } from './missing-data.ts';
import {
  type CalculatedRow,
  calculatedAtColumn,
  calculatedAtPlaceholder,
  emptyCounts,
  emptyVolumes,
  jsonObject,
  periodRows,
  periodSet,
  withCalculatedAt,
} from './period-sets.ts';
import {
  type FirstPriceRow,
  firstPriceColumns,
  type PriceChangeRow,
  priceChangeColumns,
  priceChangeJoins,
  priceChangeSets,
  priceChangesAndMoves,
} from './price-change-sets.ts';
import { addressBookOf, listEnvelope } from './response-parts.ts';

/** Operations 4 and 5. */
export async function getJettonStatisticsList(
  context: ServiceContext,
  filter: JettonListFilter,
  caller: Caller,
): Promise<HandlerResult<ResponseOf<Operations['getJettonStatisticsList']>>> {
  const page = await queryJettonActivity(context.store.db, filter);
  const items = await serializedActivities(context, page.rows);
  return { items, ...listEnvelope(page, caller) };
}

/** Returns the items of operation 4 of jettons, by address. */
export async function getStatistics(
  context: ServiceContext,
  addresses: readonly RawAddress[],
): Promise<ReadonlyMap<RawAddress, JettonStats>> {
  if (addresses.length === 0) return new Map();
  const page = await queryJettonActivity(context.store.db, onlyJettons(addresses));
  const items = await serializedActivities(context, page.rows);
  return new Map(page.rows.map(({ address }, index) => [address, JSON.parse(items[index]?.text ?? '')]));
}

/** The item of operation 4 of one jetton. */
export async function getJettonStatistics(
  context: ServiceContext,
  { address }: InputOf<ServedOperations['getJettonStatistics']>,
): Promise<SerializedJson> {
  const page = await queryJettonActivity(context.store.db, onlyJetton(address));
  return onlyRow({ ...page, rows: await serializedActivities(context, page.rows) });
}

async function serializedActivities(
  context: ServiceContext,
  rows: readonly JettonActivityRow[],
): Promise<SerializedJson[]> {
  const now = context.clock.now();
  const missingOf = await missingOfJettons(
    context,
    rows.map(({ address }) => address),
  );
  return rows.map((row) => {
    const json = jsonObject({ ...activityOf(row), ...missingJson(missingOf(row.address)) });
    return new SerializedJson(withCalculatedAt(json, row.calculatedAt, now));
  });
}

/** Returns a page of changes over periods of the matching jettons. */
async function queryJettonActivity(db: Database, filter: JettonListFilter): Promise<Page<JettonActivityRow>> {
  const { rows, next } = await queryJettonPage<StoredActivityRow>(db, filter, {
    columns: sql`${priceChangeColumns('usd')}, ${firstPriceColumns}, ${calculatedAtColumn},
      s.traders, s.traders_buy as "tradersBuy", s.traders_sell as "tradersSell",
      s.transactions, s.transactions_buy as "transactionsBuy", s.transactions_sell as "transactionsSell",
      s.volume_usd as "volumeUsd", s.volume_buy_usd as "volumeBuyUsd", s.volume_sell_usd as "volumeSellUsd"`,
    joins: priceChangeJoins,
  });
  const sets = priceChangesAndMoves(rows, 'ton', 'usd');
  return {
    rows: rows.map((row, index) => {
      const [ton, usd] = sets[index] ?? [];
      return {
        ...row,
        priceChangeTon: ton?.changes ?? '{}',
        priceChangeUsd: usd?.changes ?? '{}',
        moves: jsonObject({ ton: ton?.moves ?? '{}', usd: usd?.moves ?? '{}' }),
      };
    }),
    next,
  };
}

/**
 * Period sets as JSON text, with `@` in place of every `calculatedAt`. All but the price changes are null if the jetton
 * has no market.
 */
interface JettonActivityRow extends PageRow, CalculatedRow {
  readonly priceChangeTon: string;
  readonly priceChangeUsd: string;
  readonly moves: string;
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

type StoredActivityRow = Omit<JettonActivityRow, 'priceChangeTon' | 'priceChangeUsd' | 'moves'> &
  FirstPriceRow;

/** Fields as JSON. */
function activityOf(row: JettonActivityRow): Record<string, string> {
  return {
    address: `"${row.address}"`,
    priceChange: jsonObject({ ton: row.priceChangeTon, usd: row.priceChangeUsd }),
    moves: row.moves,
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
  };
}

/** Operation 6. */
export async function getPriceChangeList(
  context: ServiceContext,
  { address, currency }: InputOf<Operations['getPriceChangeList']>,
): Promise<Changes> {
  const rows = await queryPriceChanges(context.store.db, address, currency);
  return changesInOrder(context, address, rows, ({ changes }) => changes);
}

interface PriceChanges extends CalculatedRow {
  readonly address: string;
  /** PricePeriods as JSON text, with `@` in place of every `calculatedAt`. */
  readonly changes: string;
}

/** Returns the price changes of jettons in a currency, unordered. */
export async function queryPriceChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: Currency,
): Promise<PriceChanges[]> {
  const found = await rows<PriceChangeRow & CalculatedRow & { readonly address: string }>(
    db,
    sql`select j.address, ${priceChangeColumns(currency)}, ${calculatedAtColumn}
      from jetton j ${priceChangeJoins}
      where j.address = any(${sql.param(addresses)}::text[])`,
  );
  const changes = priceChangeSets(found, currency);
  return found.map(({ address, calculatedAt }, index) => ({
    address,
    changes: changes[index]?.[0] ?? '{}',
    calculatedAt,
  }));
}

/** Operations 7 and 8. */
export async function getTransactionsNumberChangeList(
  context: ServiceContext,
  { address }: InputOf<Operations['getTransactionsNumberChangeList']>,
): Promise<Changes> {
  const rows = await queryTransactionChanges(context.store.db, address);
  return changesInOrder(context, address, rows, periodSetsOr(emptyCounts));
}

/** Returns the changes of the numbers of transactions of jettons, unordered. */
function queryTransactionChanges(db: Database, addresses: readonly RawAddress[]): Promise<PeriodSetsRow[]> {
  return rows(
    db,
    sql`select j.address, s.transactions as total, s.transactions_buy as buy, s.transactions_sell as sell,
        ${calculatedAtColumn}
      from jetton j left join jetton_statistics s on s.jetton_id = j.id
      where j.address = any(${sql.param(addresses)}::text[])`,
  );
}

/** Operation 9. */
export async function getTradingVolumeChangeList(
  context: ServiceContext,
  { address, currency }: InputOf<Operations['getTradingVolumeChangeList']>,
): Promise<Changes> {
  const rows = await queryVolumeChanges(context.store.db, address, currency);
  return changesInOrder(context, address, rows, periodSetsOr(emptyVolumes));
}

/** Returns the changes of the trading volumes of jettons in a currency, unordered. Empty if there is no rate. */
function queryVolumeChanges(
  db: Database,
  addresses: readonly RawAddress[],
  currency: FiatCurrency,
): Promise<PeriodSetsRow[]> {
  const condition = sql`j.address = any(${sql.param(addresses)}::text[])`;
  return rows(db, currency === 'usd' ? selectStored(condition) : selectConverted(condition, currency));
}

function selectStored(condition: SQL): SQL {
  return sql`
    select j.address, s.volume_usd as total, s.volume_buy_usd as buy, s.volume_sell_usd as sell, ${calculatedAtColumn}
    from jetton j left join jetton_statistics s on s.jetton_id = j.id
    where ${condition}`;
}

// JSON functions are only inlined, which is ten times as fast, if their arguments are plain columns.
function selectConverted(condition: SQL, currency: FiatCurrency): SQL {
  return sql`
    with rate as materialized (select fx_rate(${currency}, calculated_at) as rate from dataset),
    volume as materialized (
      select a.jetton_id, period.ordinal, period.name,
        (a.volume_buy + a.volume_sell) * rate as total,
        (a.previous_volume_buy + a.previous_volume_sell) * rate as previous_total,
        a.volume_buy * rate as buy, a.previous_volume_buy * rate as previous_buy,
        a.volume_sell * rate as sell, a.previous_volume_sell * rate as previous_sell
      from jetton j
      join jetton_activity a on a.jetton_id = j.id
      join ${periodRows(countPeriods)} on period.ordinal = a.period
      cross join rate
      where ${condition}
    ),
    change as (
      select jetton_id,
        ${periodSet(sql`volume_change(total, previous_total, ${calculatedAtPlaceholder})`)} as total,
        ${periodSet(sql`volume_change(buy, previous_buy, ${calculatedAtPlaceholder})`)} as buy,
        ${periodSet(sql`volume_change(sell, previous_sell, ${calculatedAtPlaceholder})`)} as sell
      from volume as period
      group by jetton_id
    )
    select j.address, change.total, change.buy, change.sell, ${calculatedAtColumn}
    from jetton j left join change on change.jetton_id = j.id
    where ${condition} and (select rate from rate) is not null`;
}

interface Changes {
  readonly items: readonly SerializedJson[];
  readonly addressBook: AddressBook;
}

/** Period sets as JSON text, with `@` in place of every `calculatedAt`; null if the jetton has no market. */
interface PeriodSetsRow extends CalculatedRow {
  readonly address: string;
  readonly total: string | null;
  readonly buy: string | null;
  readonly sell: string | null;
}

function periodSetsOr(empty: string): (row: PeriodSetsRow) => string {
  return ({ total, buy, sell }) =>
    jsonObject({ total: total ?? empty, buy: buy ?? empty, sell: sell ?? empty });
}

/** Returns one item per requested jetton, in the requested order. Unknown jettons are omitted. */
async function changesInOrder<Row extends CalculatedRow & { readonly address: string }>(
  context: ServiceContext,
  requested: readonly RawAddress[],
  rows: readonly Row[],
  changesOf: (row: Row) => string,
): Promise<Changes> {
  const now = context.clock.now();
  const missingOf = await missingOfJettons(context, requested);
  const byAddress = new Map(rows.map((row) => [row.address, row]));
  const found = [...new Set(requested)].flatMap((address) => byAddress.get(address) ?? []);
  const itemOf = (row: Row) =>
    jsonObject({
      address: `"${row.address}"`,
      changes: changesOf(row),
      ...missingJson(missingOf(row.address)),
    });
  return {
    items: found.map((row) => new SerializedJson(withCalculatedAt(itemOf(row), row.calculatedAt, now))),
    addressBook: addressBookOf(found.map(({ address }) => address)),
  };
}
