import { type SQL, sql } from 'drizzle-orm';

/** Casts a numeric to a double; null if it is out of range, for which a plain cast would fail. */
export function asDouble(value: SQL): SQL {
  return sql`case when ${value} = 0 or abs(${value}) between 1e-307 and 1e308 then (${value})::float8 end`;
}
