import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Currency, Order } from '#contract/enums.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type CursorKeys, type CursorKeyType, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { allOf, fromMicroseconds, toMicroseconds } from '#service/store/sql-text.ts';
import { indexedConditions, jettonConditions, measureConditions } from './jetton-conditions.ts';
import { isAfter, type KeysetPosition, orderByClause, rowsAfter, type TotalOrder } from './keyset.ts';
import {
  type ListMeasure,
  measureColumns,
  selectRates,
  sortMeasureOf,
  type ValueGroups,
} from './measure-columns.ts';
import { mergedScan } from './merged-scan.ts';
import { type ShortMetaRow, shortMetaColumns } from './short-meta.ts';

/** Columns of every row of a page. */
export interface PageRow extends ShortMetaRow {
  readonly sortKey: string | number | null;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | undefined;
}

/** Columns to select from `jetton j` and additional joins. */
export interface Selection {
  readonly columns: SQL;
  readonly joins?: SQL;
}

// Limits how many rows are scanned in list order before falling back to filtering first; 2,000 rows take at most 4 ms.
// Without the limit, the planner scans the whole table when it overestimates how many rows match.
const MAX_ROWS_SCANNED_PER_RESULT = 100;
// The same per group of a merged scan, which reads up to three times as many rows and computes values.
const MAX_ROWS_MERGED_PER_RESULT = 20;

/**
 * Returns one page of the matching jettons, in order, and the cursor of the next page. Throws InvalidValueError if the
 * filter's cursor is invalid.
 */
export async function queryJettonPage<Row extends PageRow>(
  db: Database,
  filter: JettonListFilter,
  { columns, joins = sql`` }: Selection,
): Promise<Page<Row>> {
  const order = jettonOrder(filter);
  const list = cursorScope(filter);
  const position = order.toPosition(readCursor(list, order.keyTypes, filter.cursor));
  const conditions = jettonConditions(filter);
  if (!conditions) return { rows: [], next: undefined };
  const count = filter.limit + 1;
  const select = (ids: SQL) =>
    rows<Row>(
      db,
      sql`with rates as materialized (${selectRates}),
        page as materialized (select id, value, row_number() over () as ordinal from (${ids}) as ids)
        select ${shortMetaColumns(sql`j`)}, ${order.sortKey(sql`page.value`)} as "sortKey", ${columns}
        from page join jetton j on j.id = page.id ${joins}
        order by page.ordinal`,
    );
  let found: Row[] = [];
  if (!isSelective(filter))
    found = await select(scanInOrder(order, conditions, sortRange(filter), position, count));
  if (found.length < count && conditions.length > 0)
    found = await select(
      filterThenSort(order, [...indexedConditions(filter), ...conditions], position, count),
    );
  const page = found.slice(0, filter.limit);
  const last = found.length === count ? page.at(-1) : undefined;
  return { rows: page, next: last && writeCursor(list, toCursorKeys(last)) };
}

/** Returns the filter of a list that contains only the jetton, if it exists. */
export function onlyJetton(address: RawAddress, currency: Currency = 'ton'): JettonListFilter {
  return { ...onlyJettons([address]), currency };
}

/** Returns the filter of a list that contains only the jettons that exist, in no order. */
export function onlyJettons(address: readonly RawAddress[]): JettonListFilter {
  return { address: [...address], limit: address.length, sort: 'createdAt', order: 'asc', currency: 'ton' };
}

/** Returns the row of such a list. Throws NotFoundError without one. */
export function onlyRow<Row>({ rows: [row] }: Page<Row>): Row {
  if (row === undefined) throw new NotFoundError('unknown jetton');
  return row;
}

/** The parameters that a cursor is bound to: those that determine the content and order of the list. */
function cursorScope({
  limit: _limit,
  cursor: _cursor,
  currency: _currency,
  ...list
}: JettonListFilter): object {
  const sorted = (values: readonly string[] | undefined) => values && [...new Set(values)].toSorted();
  return {
    ...list,
    address: sorted(list.address),
    admin: sorted(list.admin),
    verification: sorted(list.verification),
  };
}

function toCursorKeys({ sortKey, address }: PageRow): CursorKeys {
  return [sortKey === null ? null : String(sortKey), address];
}

/** Whether the filter selects few jettons by an index. */
function isSelective({ address, admin }: JettonListFilter): boolean {
  return Boolean(address?.length || admin?.length);
}

/** Conditions of the range of the sort field, if its index can be scanned for them. */
function sortRange(filter: JettonListFilter): SQL[] {
  return sortMeasureOf(filter).groups ? [] : measureConditions(filter.sort, filter);
}

// The columns of conditions and of values that depend on the rates.
export const scannedColumns = sql.raw(
  ['id', 'address', 'admin', 'verification', 'grams', 'name_folded', 'symbol_folded', ...measureColumns].join(
    ', ',
  ),
);

/** Selects `id` and `value` by scanning jettons in order and filtering them: fast if many match. */
function scanInOrder(
  order: JettonOrder,
  conditions: readonly SQL[],
  range: readonly SQL[],
  position: KeysetPosition | undefined,
  count: number,
): SQL {
  if (order.groups) {
    return mergedScan({
      value: order.value,
      groups: order.groups,
      order: order.order,
      after: position,
      conditions,
      columns: scannedColumns,
      count,
      maxScanned: count * MAX_ROWS_MERGED_PER_RESULT,
    });
  }
  const scan = (columns: SQL, limit: number) =>
    rowsAfter(
      (condition) =>
        sql`select ${columns}, ${order.value} as value from jetton where ${allOf([condition, ...range])}`,
      totalOrder(order, order.value),
      position,
      limit,
    );
  if (conditions.length === 0) return scan(sql`id`, count);
  return sql`
    select found.* from rates cross join lateral (
      select id, value from (${scan(scannedColumns, count * MAX_ROWS_SCANNED_PER_RESULT)}) as scanned
      where ${allOf(conditions)} limit ${count}
    ) as found`;
}

/** Selects `id` and `value` by finding all matching jettons, then sorting them: fast if few match. */
function filterThenSort(
  order: JettonOrder,
  conditions: readonly SQL[],
  position: KeysetPosition | undefined,
  count: number,
): SQL {
  const byValue = totalOrder(order, sql`value`);
  return sql`
    with matching as materialized (
      select id, address, ${order.value} as value from rates cross join jetton where ${allOf(conditions)}
    )
    select id, value from matching where ${isAfter(byValue, position)}
    ${orderByClause(byValue)} limit ${count}`;
}

function totalOrder({ order }: JettonOrder, column: SQL): TotalOrder {
  return { column, order, tie: sql`address` };
}

interface SortKeyCodec {
  readonly type: CursorKeyType;
  /** SQL that encodes a sort value as a cursor key. */
  readonly write: (value: SQL) => SQL;
  /** SQL that decodes a cursor key. */
  readonly read: (key: string) => SQL;
}

const codecs: Readonly<Record<ListMeasure['type'], SortKeyCodec>> = {
  integer: {
    type: 'integer',
    write: (value) => sql`${value}::text`,
    read: (key) => sql`${key}::int8`,
  },
  decimal: {
    type: 'decimal',
    write: (value) => sql`${value}::text`,
    read: (key) => sql`${key}::numeric`,
  },
  float: { type: 'float', write: (value) => value, read: (key) => sql`${key}::float8` },
  time: { type: 'time', write: toMicroseconds, read: fromMicroseconds },
};

/**
 * Order of a jetton list (metrics: lists): by value as served, nulls last, then by address. Cursor keys are the value
 * and the address, so that a cursor remains exact while TON/USD moves.
 */
interface JettonOrder {
  /** SQL expression over columns of `jetton` and `selectRates`. */
  readonly value: SQL;
  readonly order: Order;
  /** Undefined if `value` is a column that is indexed in this order. */
  readonly groups: ValueGroups | undefined;
  readonly keyTypes: readonly CursorKeyType[];
  /** SQL expression for the cursor key of a value. */
  readonly sortKey: (value: SQL) => SQL;
  readonly toPosition: (keys: CursorKeys | undefined) => KeysetPosition | undefined;
}

function jettonOrder(filter: Pick<JettonListFilter, 'sort' | 'order' | 'moves'>): JettonOrder {
  const { value: sortValue, groups, type: storedType } = sortMeasureOf(filter);
  const { type, write, read } = codecs[storedType];
  return {
    value: sortValue,
    groups,
    order: filter.order,
    keyTypes: [type, 'address'],
    sortKey: write,
    toPosition: (keys) => {
      if (!keys) return undefined;
      const [value, address] = keys;
      return { value: value == null ? null : read(value), tie: sql`${address}` };
    },
  };
}
