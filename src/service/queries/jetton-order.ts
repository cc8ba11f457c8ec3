import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Order, SortField } from '#contract/enums.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { jetton, sortColumns } from '#service/store/schema.ts';
import type { KeysetPosition, TotalOrder } from './keyset.ts';
import { fromMicroseconds, toMicroseconds } from './timestamps.ts';

interface SortKeyCodec {
  readonly type: CursorKeyType;
  /** SQL that encodes a column value as a cursor key. */
  readonly write: (column: SQL) => SQL;
  /** SQL that decodes a cursor key. */
  readonly read: (key: string) => SQL;
}

const integer: SortKeyCodec = {
  type: 'integer',
  write: (column) => sql`${column}::text`,
  read: (key) => sql`${key}::int8`,
};
const decimal: SortKeyCodec = {
  type: 'decimal',
  write: (column) => sql`${column}::text`,
  read: (key) => sql`${key}::numeric`,
};
const float: SortKeyCodec = {
  type: 'float',
  write: (column) => column,
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

const columns = sortColumns<PgColumn>(jetton);

/** Order of a jetton list (metrics: lists). Cursor keys are the sort value and the address. */
export interface JettonOrder extends TotalOrder {
  readonly keyTypes: readonly CursorKeyType[];
  /** SQL expression for the cursor key of a row's sort value. */
  readonly sortKey: (table: SQL) => SQL;
  readonly toPosition: (keys: CursorKeys | undefined) => KeysetPosition | undefined;
}

export function jettonOrder(sort: SortField, order: Order): JettonOrder {
  const { type, write, read } = codecs[sort];
  const column = sql.identifier(columns[sort].name);
  return {
    column: sql`${column}`,
    order,
    tie: sql`address`,
    keyTypes: [type, 'address'],
    sortKey: (table) => write(sql`${table}.${column}`),
    toPosition: (keys) => {
      if (!keys) return undefined;
      const [value, address] = keys;
      return { value: value == null ? null : read(value), tie: sql`${address}` };
    },
  };
}
