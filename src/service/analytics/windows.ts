import { type SQL, sql } from 'drizzle-orm';
import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * The windows (T−L, T] and (T−2L, T−L] of all count periods share ten edges, so that every swap falls into one of ten
 * buckets, numbered from the oldest. A period's current window is every bucket above `previous`, its previous
 * window is that bucket alone.
 */
const edges = [60 * DAY, 30 * DAY, 14 * DAY, 7 * DAY, 2 * DAY, DAY, 12 * HOUR, 6 * HOUR, 2 * HOUR, HOUR];
const previousBucket: Record<CountPeriod, number> = { month: 1, week: 3, day: 5, hour6: 7, hour: 9 };
const ALL_BUCKETS = 0b111_1111_1110;

/** Start of the oldest window, not included. */
export function windowsStart(at: Date): SQL {
  return timestamptz(new Date(at.getTime() - 60 * DAY));
}

/** Bucket of a time after `windowsStart` and at or before `at`. */
export function bucketOf(time: SQL, at: Date): SQL {
  // A window does not include its start, `width_bucket` does: hence the microsecond, the unit of a timestamptz. It is
  // added to the text, as an addition in SQL would be made anew for every row.
  const thresholds = edges.map((age) => new Date(at.getTime() - age).toISOString().replace('Z', '001Z'));
  return sql`width_bucket(${time}, ${sql.param(thresholds)}::timestamptz[])`;
}

/** Rows `period (ord, name, previous, current_mask, previous_mask)`; a mask has bit b for bucket b. */
export function countWindows(periods: readonly CountPeriod[] = countPeriods): SQL {
  const rows = periods.map((name, ord) => {
    const previous = previousBucket[name];
    const upToPrevious = (1 << (previous + 1)) - 1;
    return sql.raw(`(${ord}, '${name}', ${previous}, ${ALL_BUCKETS & ~upToPrevious}, ${1 << previous})`);
  });
  return sql`(values ${sql.join(rows, sql`, `)}) as period (ord, name, previous, current_mask, previous_mask)`;
}

/** Columns `name` and `name_before`: a sum over per-bucket rows, in the current and the previous window. */
export function sumOverWindows(name: string, value: string, rows = 'true'): SQL {
  return sql.raw(`
    coalesce(sum(${value}) filter (where ${rows} and bucket > period.previous), 0) as ${name},
    coalesce(sum(${value}) filter (where ${rows} and bucket = period.previous), 0) as ${name}_before`);
}

/** The same for distinct traders, from rows of `n` traders that traded in the same buckets, as a mask. */
export function tradersOverWindows(name: string, buckets: string): SQL {
  return sql.raw(`
    coalesce(sum(n) filter (where ${buckets} & period.current_mask <> 0), 0) as ${name},
    coalesce(sum(n) filter (where ${buckets} & period.previous_mask <> 0), 0) as ${name}_before`);
}

/** A period set as JSON text, from rows with `ord`, `name` and the columns of one change. */
export function countPeriodSet(column: string, at: Date): SQL {
  return periodSet(sql.raw(`count_change(${column}, ${column}_before, '${at.toISOString()}')`));
}

export function volumePeriodSet(column: string, at: Date): SQL {
  return periodSet(sql.raw(`volume_change(${column}, ${column}_before, '${at.toISOString()}')`));
}

export function periodSet(change: SQL): SQL {
  return sql`'{' || coalesce(string_agg('"' || name || '":' || ${change}, ',' order by ord), '') || '}'`;
}
