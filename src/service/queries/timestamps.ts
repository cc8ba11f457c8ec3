import { type SQL, sql } from 'drizzle-orm';

const DAY = 86_400_000_000n;

/** A time in whole microseconds since 1970, PostgreSQL's own unit. */
export function toMicroseconds(moment: SQL): SQL {
  return sql`(extract(epoch from ${moment}) * 1000000)::int8`;
}

/** And back. Intervals multiply as doubles: in two parts no digit is lost. */
export function fromMicroseconds(count: string): SQL {
  const [days, rest] = [BigInt(count) / DAY, BigInt(count) % DAY];
  return sql`(timestamptz 'epoch' + ${String(days)}::float8 * interval '24 hours'
    + ${String(rest)}::float8 * interval '1 microsecond')`;
}

/** Any time that JavaScript knows; written as a date, PostgreSQL would not know the year 0. */
export function toTimestamptz(date: Date): SQL {
  return fromMicroseconds(`${date.getTime()}000`);
}
