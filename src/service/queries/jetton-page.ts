import { type SQL, sql } from 'drizzle-orm';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type CursorKeys, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/store.ts';
import { jettonConditions } from './jetton-conditions.ts';
import { type JettonOrder, jettonOrder } from './jetton-order.ts';
import { orderByClause, rangesAfter, rowsAfter } from './keyset.ts';
import { type ShortMetaRow, shortMetaColumns } from './short-meta.ts';

/** What every row of a page carries. */
export interface PageRow extends ShortMetaRow {
  readonly sortKey: string | number | null;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | undefined;
}

/** Columns of `jetton j`, from `page`, which holds the ids in their order, and whatever is joined to it. */
export interface Selection {
  readonly columns: SQL;
  readonly joins?: SQL;
}

// So many rows for each one wanted are looked at in the list's order before the filter's own indexes are asked: 2,000
// rows take 4 ms at most. Left to itself, the planner looks at all rows for a rare filter that it takes for a common one.
const MAX_ROWS_SCANNED_PER_RESULT = 100;

/** One page of the jettons that match, in order, with the cursor of the next. */
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
      sql`with page as materialized (select id, row_number() over () as place from (${ids}) as ids)
        select ${shortMetaColumns(sql`j`)}, ${order.sortKey(sql`j`)} as "sortKey", ${columns}
        from page join jetton j on j.id = page.id ${joins}
        order by page.place`,
    );
  let found: Row[] = [];
  if (!isSelective(filter)) found = await select(scanInOrder(order, conditions, after, count));
  if (found.length < count && conditions.length > 0)
    found = await select(filterThenSort(order, conditions, after, count));
  const shown = found.slice(0, filter.limit);
  const last = found.length === count ? shown.at(-1) : undefined;
  return { rows: shown, next: last && writeCursor(list, toCursorKeys(last)) };
}

/** What a cursor is bound to: everything that decides which jettons the list holds, and in which order. */
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

/** Whether an index leads to the few jettons that the filter names. */
function isSelective({ address, admin }: JettonListFilter): boolean {
  return Boolean(address?.length || admin?.length);
}

const filteredColumns = sql`id, address, admin, verification, grams, name_folded, symbol_folded,
  ton_price_change_hour, ton_price_change_hour6, ton_price_change_day, ton_price_change_week,
  liquidity_usd, fdmc, trust_score, holders_count`;

/** Goes along the order's index and keeps what matches: right where matches are frequent. */
function scanInOrder(
  order: JettonOrder,
  conditions: readonly SQL[],
  after: CursorKeys | undefined,
  count: number,
): SQL {
  if (conditions.length === 0) {
    return rowsAfter(
      (stretch) => sql`select id from jetton where ${stretch}`,
      order,
      order.toPosition(after),
      count,
    );
  }
  const stretch = rowsAfter(
    (condition) => sql`select ${filteredColumns} from jetton where ${condition}`,
    order,
    order.toPosition(after),
    count * MAX_ROWS_SCANNED_PER_RESULT,
  );
  return sql`select id from (${stretch}) as walked where ${sql.join([...conditions], sql` and `)} limit ${count}`;
}

/** Finds everything that matches, then sorts it: right where matches are rare. */
function filterThenSort(
  order: JettonOrder,
  conditions: readonly SQL[],
  after: CursorKeys | undefined,
  count: number,
): SQL {
  const stretches = sql.join(rangesAfter(order, order.toPosition(after)), sql` or `);
  return sql`
    with matching as materialized (
      select id, address, ${order.column} from jetton where ${sql.join([...conditions], sql` and `)} and (${stretches})
    )
    select id from matching ${orderByClause(order)} limit ${count}`;
}
