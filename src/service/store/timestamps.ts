import { type SQL, sql } from 'drizzle-orm';

const DAY = 86_400_000_000n;

/** Converts a timestamptz to microseconds since 1970, PostgreSQL's internal resolution. */
export function toMicroseconds(timestamp: SQL): SQL {
  return sql`(extract(epoch from ${timestamp}) * 1000000)::int8`;
}

/** Converts microseconds since 1970 to a timestamptz. Intervals multiply as doubles; two parts avoid rounding. */
export function fromMicroseconds(count: string): SQL {
  const [days, rest] = [BigInt(count) / DAY, BigInt(count) % DAY];
  return sql`(timestamptz 'epoch' + ${String(days)}::float8 * interval '24 hours'
    + ${String(rest)}::float8 * interval '1 microsecond')`;
}

/** Formats microseconds since 1970 like the SQL function `iso`, in a fraction of its time. */
export function isoFromMicroseconds(count: string): string {
  return new Date(Number(BigInt(count) / 1000n)).toISOString();
}

/** Converts any JavaScript date. As an ISO string, PostgreSQL would reject the year 0. */
export function toTimestamptz(date: Date): SQL {
  return fromMicroseconds(`${date.getTime()}000`);
}
