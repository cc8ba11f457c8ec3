import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Order } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import { fromMicroseconds, toMicroseconds } from '#service/queries/timestamps.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { fixedSortColumns, jetton, type RateDependentSortField } from '#service/store/schema.ts';
import type { KeysetPosition } from './keyset.ts';
import { rateDependentValues } from './rate-dependent-values.ts';
import { type ValueGroups, valueGroups } from './value-groups.ts';

interface SortKeyCodec {
  readonly type: CursorKeyType;
  /** SQL that encodes a sort value as a cursor key. */
  readonly write: (value: SQL) => SQL;
  /** SQL that decodes a cursor key. */
  readonly read: (key: string) => SQL;
}

const integer: SortKeyCodec = {
  type: 'integer',
  write: (value) => sql`${value}::text`,
  read: (key) => sql`${key}::int8`,
};
const decimal: SortKeyCodec = {
  type: 'decimal',
  write: (value) => sql`${value}::text`,
  read: (key) => sql`${key}::numeric`,
};
const float: SortKeyCodec = {
  type: 'float',
  write: (value) => value,
  read: (key) => sql`${key}::float8`,
};
const time: SortKeyCodec = { type: 'time', write: toMicroseconds, read: fromMicroseconds };

const codecs: Readonly<Record<SortField, SortKeyCodec>> = {
  createdAt: time,
  fdmc: decimal,
  tvl: decimal,
  liquidityUsd: decimal,
  trustScore: integer,
  volume24h: decimal,
  holders: integer,
  traders24h: integer,
  transactions24h: integer,
  tonPriceChangeHour: float,
  tonPriceChangeHour6: float,
  tonPriceChangeDay: float,
  tonPriceChangeWeek: float,
  tonPriceChangeMonth: float,
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

export function jettonOrder(sort: SortField, order: Order): JettonOrder {
  const { type, write, read } = codecs[sort];
  return {
    ...sortValue(sort),
    order,
    keyTypes: [type, 'address'],
    sortKey: write,
    toPosition: (keys) => {
      if (!keys) return undefined;
      const [value, address] = keys;
      return { value: value == null ? null : read(value), tie: sql`${address}` };
    },
  };
}

function sortValue(sort: SortField): Pick<JettonOrder, 'value' | 'groups'> {
  if (isRateDependent(sort)) return { value: rateDependentValues[sort], groups: valueGroups[sort] };
  const column = fixedSortColumns<PgColumn>(jetton)[sort];
  return { value: sql`${sql.identifier(column.name)}`, groups: undefined };
}

function isRateDependent(sort: SortField): sort is RateDependentSortField {
  return sort in rateDependentValues;
}
