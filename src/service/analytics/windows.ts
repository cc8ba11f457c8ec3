import { type SQL, sql } from 'drizzle-orm';
import { type CountPeriod, countPeriods } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * The windows (T−L, T] and (T−2L, T−L] of all count periods (metrics: changes over periods) share ten edges, so that
 * every swap belongs to one of ten buckets, numbered from the oldest. The previous window of a period is the bucket
 * `previous`; its current window consists of all later buckets.
 */
const edges = [60 * DAY, 30 * DAY, 14 * DAY, 7 * DAY, 2 * DAY, DAY, 12 * HOUR, 6 * HOUR, 2 * HOUR, HOUR];
const previousBucket: Record<CountPeriod, number> = { month: 1, week: 3, day: 5, hour6: 7, hour: 9 };
const ALL_BUCKETS = 0b111_1111_1110;

/** Start of the oldest window, exclusive. */
export function windowsStart(at: Date): SQL {
  return timestamptz(new Date(at.getTime() - 60 * DAY));
}

/** Bucket of a time after `windowsStart`, up to and including `at`. */
export function bucketOf(time: SQL, at: Date): SQL {
  // Windows exclude their start but `width_bucket` includes it, so a microsecond, the resolution of timestamptz, is
  // added. In the text, because SQL would add it for every row.
  const thresholds = edges.map((age) => new Date(at.getTime() - age).toISOString().replace('Z', '001Z'));
  return sql`width_bucket(${time}, ${sql.param(thresholds)}::timestamptz[])`;
}

/** Rows `period (ordinal, name, previous, current_mask, previous_mask)`; bit b of a mask stands for bucket b. */
export function countWindows(periods: readonly CountPeriod[] = countPeriods): SQL {
  const rows = periods.map((name, ordinal) => {
    const previous = previousBucket[name];
    const upToPrevious = (1 << (previous + 1)) - 1;
    return sql.raw(`(${ordinal}, '${name}', ${previous}, ${ALL_BUCKETS & ~upToPrevious}, ${1 << previous})`);
  });
  return sql`(values ${sql.join(rows, sql`, `)}) as period (ordinal, name, previous, current_mask, previous_mask)`;
}

/** Columns `name` and `name_before`: sums of `value` over bucket rows in the current and the previous window. */
export function sumOverWindows(name: string, value: string, rows = 'true'): SQL {
  return sql.raw(`
    coalesce(sum(${value}) filter (where ${rows} and bucket > period.previous), 0) as ${name},
    coalesce(sum(${value}) filter (where ${rows} and bucket = period.previous), 0) as ${name}_before`);
}

/**
 * Columns `name` and `name_before`: distinct traders in the current and the previous window, from rows of `n` traders
 * with the same bucket mask.
 */
export function tradersOverWindows(name: string, buckets: string): SQL {
  return sql.raw(`
    coalesce(sum(n) filter (where ${buckets} & period.current_mask <> 0), 0) as ${name},
    coalesce(sum(n) filter (where ${buckets} & period.previous_mask <> 0), 0) as ${name}_before`);
}

/** Set of CountChanges as JSON text, from rows with `ordinal`, `name`, `<column>` and `<column>_before`. */
export function countPeriodSet(column: string, at: Date): SQL {
  return periodSet(sql.raw(`count_change(${column}, ${column}_before, '${at.toISOString()}')`));
}

/** Set of volume changes as JSON text, from rows with `ordinal`, `name`, `<column>` and `<column>_before`. */
export function volumePeriodSet(column: string, at: Date): SQL {
  return periodSet(sql.raw(`volume_change(${column}, ${column}_before, '${at.toISOString()}')`));
}

/** Period set as JSON text, from rows with `ordinal` and `name`. Leaves out null changes. */
export function periodSet(change: SQL): SQL {
  return sql`'{' || coalesce(string_agg('"' || name || '":' || ${change}, ',' order by ordinal), '') || '}'`;
}
