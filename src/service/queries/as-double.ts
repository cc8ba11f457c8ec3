import { type SQL, sql } from 'drizzle-orm';

/** A numeric as a double; null where it is too large or too close to 0 to be one, which a cast would fail for. */
export function asDouble(value: SQL): SQL {
  return sql`case when ${value} = 0 or abs(${value}) between 1e-307 and 1e308 then (${value})::float8 end`;
}
