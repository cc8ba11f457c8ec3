import { type SQL, sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type CursorKeys, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/store.ts';
import { jettonConditions } from './jetton-conditions.ts';
import { type JettonOrder, jettonOrder } from './jetton-order.ts';
import { orderByClause, rangesAfter, rowsAfter } from './keyset.ts';
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

/**
 * Returns one page of the matching jettons, in order, and the cursor of the next page. Throws InvalidValueError if the
 * filter's cursor is invalid.
 */
export async function queryJettonPage<Row extends PageRow>(
  db: Database,
  filter: JettonListFilter,
  { columns, joins = sql`` }: Selection,
): Promise<Page<Row>> {
  const order = jettonOrder(filter.sort, filter.order);
  const list = cursorScope(filter);
  const after = readCursor(list, order.keyTypes, filter.cursor);
  const conditions = jettonConditions(filter);
  if (!conditions) return { rows: [], next: undefined };
  const count = filter.limit + 1;
  const select = (ids: SQL) =>
    rows<Row>(
      db,
      sql`with page as materialized (select id, row_number() over () as ordinal from (${ids}) as ids)
        select ${shortMetaColumns(sql`j`)}, ${order.sortKey(sql`j`)} as "sortKey", ${columns}
        from page join jetton j on j.id = page.id ${joins}
        order by page.ordinal`,
    );
  let found: Row[] = [];
  if (!isSelective(filter)) found = await select(scanInOrder(order, conditions, after, count));
  if (found.length < count && conditions.length > 0)
    found = await select(filterThenSort(order, conditions, after, count));
  const page = found.slice(0, filter.limit);
  const last = found.length === count ? page.at(-1) : undefined;
  return { rows: page, next: last && writeCursor(list, toCursorKeys(last)) };
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

const filteredColumns = sql`id, address, admin, verification, grams, name_folded, symbol_folded,
  ton_price_change_hour, ton_price_change_hour6, ton_price_change_day, ton_price_change_week,
  liquidity_usd, fdmc, trust_score, holders_count`;

/** Scans the index of the sort column and filters rows: fast if many rows match. */
function scanInOrder(
  order: JettonOrder,
  conditions: readonly SQL[],
  after: CursorKeys | undefined,
  count: number,
): SQL {
  if (conditions.length === 0) {
    return rowsAfter(
      (condition) => sql`select id from jetton where ${condition}`,
      order,
      order.toPosition(after),
      count,
    );
  }
  const candidates = rowsAfter(
    (condition) => sql`select ${filteredColumns} from jetton where ${condition}`,
    order,
    order.toPosition(after),
    count * MAX_ROWS_SCANNED_PER_RESULT,
  );
  return sql`select id from (${candidates}) as candidates where ${sql.join([...conditions], sql` and `)} limit ${count}`;
}

/** Finds all matching rows, then sorts them: fast if few rows match. */
function filterThenSort(
  order: JettonOrder,
  conditions: readonly SQL[],
  after: CursorKeys | undefined,
  count: number,
): SQL {
  const ranges = sql.join(rangesAfter(order, order.toPosition(after)), sql` or `);
  return sql`
    with matching as materialized (
      select id, address, ${order.column} from jetton where ${sql.join([...conditions], sql` and `)} and (${ranges})
    )
    select id from matching ${orderByClause(order)} limit ${count}`;
}
