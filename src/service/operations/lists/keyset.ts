import { type SQL, sql } from 'drizzle-orm';
import type { Order } from '#contract/enums.ts';
import { anyOf } from '#service/store/sql-text.ts';

/** A total order: by `column` with nulls last in both directions, then by `tie`, ascending. */
export interface TotalOrder {
  readonly column: SQL;
  readonly order: Order;
  readonly tie: SQL;
}

/** Position of a row in a total order; `value` is null if the column is null. */
export interface KeysetPosition {
  readonly value: SQL | null;
  readonly tie: SQL;
}

export function orderByClause({ column, order, tie }: TotalOrder): SQL {
  return sql`order by ${column} ${sql.raw(order)} nulls last, ${tie}`;
}

/**
 * Conditions of up to three consecutive ranges that together contain all rows after a position. Each is one range of an
 * index on (column, tie). A single row comparison does not work for mixed directions and nulls.
 */
function rangesAfter({ column, order, tie }: TotalOrder, after: KeysetPosition | undefined): SQL[] {
  if (!after) return [sql`true`];
  const { value } = after;
  if (value === null) return [sql`${column} is null and ${tie} > ${after.tie}`];
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  return [
    sql`${column} = ${value} and ${tie} > ${after.tie}`,
    sql`${column} ${beyond} ${value}`,
    sql`${column} is null`,
  ];
}

/** Condition of the rows after a position. */
export function isAfter(order: TotalOrder, after: KeysetPosition | undefined): SQL {
  return anyOf(rangesAfter(order, after));
}

/**
 * Selects the first `count` rows after a position. The outer limit avoids scanning later ranges. The inner limits
 * preserve the order of each range, which parallel plans would not.
 */
export function rowsAfter(
  from: (condition: SQL) => SQL,
  order: TotalOrder,
  after: KeysetPosition | undefined,
  count: number,
): SQL {
  const ranges = rangesAfter(order, after).map(
    (condition) => sql`(${from(condition)} ${orderByClause(order)} limit ${count})`,
  );
  return sql`select * from (${sql.join(ranges, sql` union all `)}) as ranges limit ${count}`;
}
