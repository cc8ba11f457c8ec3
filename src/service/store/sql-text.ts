import { type SQL, sql } from 'drizzle-orm';
import { type Database, rows } from './database.ts';

/** OIDs of types that drivers return as text: int8, json, numeric, jsonb. Drizzle handles times and dates. */
export const TEXT_TYPES = [20, 114, 1700, 3802] as const;

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function copyStatement(table: string, columns: readonly string[], source: string): string {
  return `COPY ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) FROM ${source}`;
}

/** Qualified, quoted names of all tables of a schema. */
export async function listTables(db: Database, schema: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = ${schema} order by tablename`,
  );
  return tables.map(({ name }) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`);
}

/** A constant as part of the text, so that the planner knows it and need not infer its type. */
export function literal(value: number | bigint | boolean): SQL {
  return sql.raw(String(value));
}

/** True if all conditions are, also if there are none. */
export function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
}

/** True if one of the conditions is. */
export function anyOf(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` or `)})`;
}

/** Type of a column, and its value in the row of an item. */
type RowColumn<Item> = readonly [
  type: string,
  value: (item: Item, index: number) => string | number | boolean | null,
];

/** Rows `name (columns)` of a FROM clause, one for each item. The text of the statement does not depend on their number. */
export function rowsOf<Item>(
  name: string,
  items: readonly Item[],
  columns: Readonly<Record<string, RowColumn<Item>>>,
): SQL {
  const arrays = Object.values(columns).map(
    ([type, value]) => sql`${sql.param(items.map(value))}::${sql.raw(type)}[]`,
  );
  return sql`unnest(
    ${sql.join(arrays, sql`, `)}
  ) as ${sql.raw(`${name} (${Object.keys(columns).join(', ')})`)}`;
}

const DAY = 86_400_000_000n;

/** Converts a timestamptz to microseconds since 1970, PostgreSQL's internal resolution. */
export function toMicroseconds(timestamp: SQL): SQL {
  return sql`(extract(epoch from ${timestamp}) * 1000000)::int8`;
}

/** Converts a timestamptz to whole milliseconds since 1970, as JavaScript counts them. */
export function toMilliseconds(timestamp: SQL): SQL {
  return sql`floor(extract(epoch from ${timestamp}) * 1000)::int8`;
}

/** Converts microseconds since 1970 to a timestamptz. Intervals multiply as doubles; two parts avoid rounding. */
export function fromMicroseconds(count: string): SQL {
  const [days, rest] = [BigInt(count) / DAY, BigInt(count) % DAY];
  return sql`(timestamptz 'epoch' + ${String(days)}::float8 * interval '24 hours'
    + ${String(rest)}::float8 * interval '1 microsecond')`;
}

/** Converts microseconds since 1970 to a time, rounded down to milliseconds. */
export function dateFromMicroseconds(count: string): Date {
  return new Date(Number(BigInt(count) / 1000n));
}

/** A time as a parameter, with a cast because PostgreSQL cannot infer the type. */
export function timestamptz(time: Date): SQL {
  const year = time.getUTCFullYear();
  // PostgreSQL reads no other years in the format of ISO strings.
  const isReadable = year >= 1 && year <= 9999;
  return isReadable ? sql`${time.toISOString()}::timestamptz` : fromMicroseconds(`${time.getTime()}000`);
}

/** Conditions of a timestamptz: in [from, to), and at most `until`, where given. */
export function timeConditions(
  time: SQL,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
  until?: Date,
): SQL[] {
  return [
    ...(until ? [sql`${time} <= ${timestamptz(until)}`] : []),
    ...(from ? [sql`${time} >= ${timestamptz(from)}`] : []),
    ...(to ? [sql`${time} < ${timestamptz(to)}`] : []),
  ];
}
