import { type SQL, sql } from 'drizzle-orm';
import type { Order } from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { fromMicroseconds, toMicroseconds } from '#service/store/sql-text.ts';
import type { KeysetPosition } from './keyset.ts';
import { type ListMeasure, sortMeasureOf, type ValueGroups } from './measure-columns.ts';

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
export interface JettonOrder {
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

export function jettonOrder(filter: Pick<JettonListFilter, 'sort' | 'order' | 'moves'>): JettonOrder {
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
