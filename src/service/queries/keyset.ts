import { type SQL, sql } from 'drizzle-orm';
import type { Order } from '#contract/enums.ts';

/** A total order: by `column`, unknown values last in either direction, then by `tie`, ascending. */
export interface TotalOrder {
  readonly column: SQL;
  readonly order: Order;
  readonly tie: SQL;
}

/** The place of a row in it; `value` is null where it is unknown. */
export interface KeysetPosition {
  readonly value: SQL | null;
  readonly tie: SQL;
}

export function orderByClause({ column, order, tie }: TotalOrder): SQL {
  return sql`order by ${column} ${sql.raw(order)} nulls last, ${tie}`;
}

/**
 * Conditions of up to three stretches that make, one behind the other, everything after a place. Each is one range of
 * an index on (column, tie), which no single condition is where ties go up and values go down.
 */
export function rangesAfter({ column, order, tie }: TotalOrder, after: KeysetPosition | undefined): SQL[] {
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

/**
 * The first `count` rows after a place. The limit around the stretches keeps the later ones from being started; the
 * limits within keep their order, which a parallel plan would not.
 */
export function rowsAfter(
  from: (condition: SQL) => SQL,
  order: TotalOrder,
  after: KeysetPosition | undefined,
  count: number,
): SQL {
  const stretches = rangesAfter(order, after).map(
    (condition) => sql`(${from(condition)} ${orderByClause(order)} limit ${count})`,
  );
  return sql`select * from (${sql.join(stretches, sql` union all `)}) as stretch limit ${count}`;
}
