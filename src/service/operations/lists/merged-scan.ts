import { type SQL, sql } from 'drizzle-orm';
import type { Order } from '#contract/enums.ts';
import { allOf, anyOf } from '#service/store/sql-text.ts';
import type { KeysetPosition } from './keyset.ts';
import type { Side, SortedGroup, ValueGroups } from './measure-columns.ts';

interface Direction {
  readonly beyond: SQL;
  readonly atOrBeyond: SQL;
  readonly upTo: SQL;
  /** Function that returns the argument which comes first. */
  readonly first: SQL;
  /** Value after all others. */
  readonly end: SQL;
  /** Sides of the keys of a value: those that come first, and those that come last. */
  readonly sides: readonly [Side, Side];
}

const directions: Readonly<Record<Order, Direction>> = {
  asc: {
    beyond: sql`>`,
    atOrBeyond: sql`>=`,
    upTo: sql`<=`,
    first: sql`least`,
    end: sql`'infinity'`,
    sides: ['-', '+'],
  },
  desc: {
    beyond: sql`<`,
    atOrBeyond: sql`<=`,
    upTo: sql`>=`,
    first: sql`greatest`,
    end: sql`'-infinity'`,
    sides: ['+', '-'],
  },
};

export interface MergedScan {
  /** Expression of the sort value, and the groups in which it has the order of a key. */
  readonly value: SQL;
  readonly groups: ValueGroups;
  readonly order: Order;
  readonly after: KeysetPosition | undefined;
  /** All must be true. */
  readonly conditions: readonly SQL[];
  /** Columns of `jetton` that `value` and `conditions` use, `id` and `address`. */
  readonly columns: SQL;
  readonly count: number;
  /** How many jettons of each group are checked for the conditions, at most. */
  readonly maxScanned: number;
}

/**
 * Selects `id` and `value` of the first `count` jettons after a position that meet the conditions. The order is by
 * value, nulls last, then by address. If few jettons meet the conditions, the result is incomplete: fewer than `count`.
 * The statement must define `rates` (`selectRates`).
 *
 * No index has this order, but within each group the index of its key has the order of the values, except for the order
 * of jettons with equal values. So each group is scanned until `count` jettons are found. The first of the values at
 * which the groups reach that number is the _edge_: no jetton after it is in the result. The jettons of all groups up to
 * the edge, including all that have its value, are then sorted.
 */
export function mergedScan(scan: MergedScan): SQL {
  const { groups, order, after, count } = scan;
  if (after?.value === null) return unknownValues(scan, sql`rates`, [sql`address > ${after.tie}`]);
  const { first, end } = directions[order];
  const edges = groups.sorted.map((group) => edgeOf(scan, group));
  const inOrder = sql`order by value ${sql.raw(order)}, address limit ${count}`;
  const rows = rowsUpToEdge(scan).map((select) => sql`(${select} ${inOrder})`);
  return sql`
    with edge as materialized (select *, ${first}(${sql.join([...edges, end], sql`, `)}) as edge from rates)
    select * from (
      (select id, value from edge cross join lateral (${sql.join(rows, sql` union all `)}) as found ${inOrder})
      union all
      (${unknownValues(scan, sql`(select * from edge where edge = ${end}) as edge`, [])})
    ) as page limit ${count}`;
}

/** The value at which the scan of a group ends; null if it ends after the last jetton. */
function edgeOf(scan: MergedScan, group: SortedGroup): SQL {
  const { value, order, conditions, columns, count, maxScanned } = scan;
  const range = [group.members, ...keysAfter(scan, group), ...valuesAfter(scan, value)];
  const jettons = sql`select ${columns} from jetton where ${allOf(range)} order by ${group.key} ${sql.raw(order)}`;
  // Computes the value of one jetton, not of those before.
  const valueAt = (index: number) => sql`(select ${value} from (${jettons} limit 1 offset ${index}) as last)`;
  if (conditions.length === 0) return valueAt(count - 1);
  const matching = sql`
    select ${columns} from (${jettons} limit ${maxScanned}) as scanned
    where ${allOf(conditions)} limit 1 offset ${count - 1}`;
  return sql`coalesce((select ${value} from (${matching}) as last), ${valueAt(maxScanned - 1)})`;
}

/** Selects the matching jettons up to the edge, one query per group. */
function rowsUpToEdge(scan: MergedScan): SQL[] {
  const { value, groups, order, conditions } = scan;
  const { upTo, sides } = directions[order];
  const ranges = groups.sorted.map((group) =>
    allOf([
      group.members,
      ...keysAfter(scan, group),
      sql`${group.key} ${upTo} ${group.keyBound(sql`edge`, sides[1])}`,
    ]),
  );
  if (groups.unsorted) ranges.push(groups.unsorted);
  // `offset 0` prevents the planner from computing the value once per use.
  return ranges.map(
    (range) => sql`
      select id, address, value
      from (select id, address, ${value} as value from jetton where ${allOf([range, ...conditions])} offset 0) as jettons
      where ${allOf([sql`value ${upTo} edge`, ...valuesAfter(scan, sql`value`)])}`,
  );
}

/** Condition of keys whose values may come after the position. */
function keysAfter({ order, after }: MergedScan, { key, keyBound }: SortedGroup): SQL[] {
  if (!after?.value) return [];
  const { atOrBeyond, sides } = directions[order];
  return [sql`${key} ${atOrBeyond} ${keyBound(after.value, sides[0])}`];
}

function valuesAfter({ order, after }: MergedScan, value: SQL): SQL[] {
  if (!after?.value) return [];
  const { beyond, atOrBeyond } = directions[order];
  return [
    sql`case when address > ${after.tie} then ${value} ${atOrBeyond} ${after.value}
      else ${value} ${beyond} ${after.value} end`,
  ];
}

/** Selects the matching jettons without a value, given a relation of one or no row with the columns of `rates`. */
function unknownValues(scan: MergedScan, rates: SQL, range: readonly SQL[]): SQL {
  const { value, groups, conditions, columns, count, maxScanned } = scan;
  const withValue = [
    ...groups.sorted.map(({ members }) => members),
    ...(groups.unsorted ? [groups.unsorted] : []),
  ];
  const hasNoValue = sql`not ${anyOf(withValue)}`;
  const jettons = sql`select ${columns} from jetton where ${allOf([...range, hasNoValue])} order by address`;
  const matching =
    conditions.length === 0
      ? sql`${jettons} limit ${count}`
      : sql`select * from (${jettons} limit ${maxScanned}) as scanned where ${allOf(conditions)} limit ${count}`;
  return sql`select id, ${value} as value from ${rates} cross join lateral (${matching}) as matching`;
}
