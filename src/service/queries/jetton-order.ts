import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Order, SortField } from '#contract/enums.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { jetton, sortColumns } from '#service/store/schema.ts';
import type { Place, TotalOrder } from './keyset.ts';
import { microseconds, sinceEpoch } from './moment.ts';

interface SortKind {
  readonly kind: CursorKeyType;
  /** A value of the column as it stands in a cursor. */
  readonly write: (column: SQL) => SQL;
  /** And back. */
  readonly read: (key: string) => SQL;
}

const integer: SortKind = {
  kind: 'integer',
  write: (column) => sql`${column}::text`,
  read: (key) => sql`${key}::int8`,
};
const decimal: SortKind = {
  kind: 'decimal',
  write: (column) => sql`${column}::text`,
  read: (key) => sql`${key}::numeric`,
};
const float: SortKind = {
  kind: 'float',
  write: (column) => column,
  read: (key) => sql`${key}::float8`,
};
const time: SortKind = { kind: 'time', write: microseconds, read: sinceEpoch };

const kinds: Readonly<Record<SortField, SortKind>> = {
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

/** The order of a list of jettons, and its cursors' keys: value, then address. */
export interface JettonOrder extends TotalOrder {
  readonly keyKinds: readonly CursorKeyType[];
  /** The key of a row's value, from `table`. */
  readonly sortKey: (table: SQL) => SQL;
  readonly place: (keys: CursorKeys | undefined) => Place | undefined;
}

export function jettonOrder(sort: SortField, order: Order): JettonOrder {
  const { kind, write, read } = kinds[sort];
  const column = sql.identifier(columns[sort].name);
  return {
    column: sql`${column}`,
    order,
    tie: sql`address`,
    keyKinds: [kind, 'address'],
    sortKey: (table) => write(sql`${table}.${column}`),
    place: (keys) => {
      if (!keys) return undefined;
      const [value, address] = keys;
      return { value: value == null ? null : read(value), tie: sql`${address}` };
    },
  };
}
