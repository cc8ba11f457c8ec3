import { type SQL, sql } from 'drizzle-orm';
import {
  type CountPeriod,
  countPeriods,
  type PricePeriod,
  periodSeconds,
  pricePeriods,
} from '#contract/enums.ts';
import { literal, timestamptz } from '#service/store/sql-text.ts';

/** Length of the longest period, in seconds. */
const LONGEST = Math.max(...countPeriods.map((period) => periodSeconds[period]));

/**
 * Ages at which a trade enters or leaves a window, or becomes the latest tick at the start of a period, in seconds: 0
 * when it happens, L and 2L for every count period, L for every price period (metrics: changes over periods).
 */
export const edgeAges: readonly number[] = [
  ...new Set([
    0,
    ...pricePeriods.map((period) => periodSeconds[period]),
    ...countPeriods.flatMap((period) => [periodSeconds[period], 2 * periodSeconds[period]]),
  ]),
].sort((left, right) => left - right);

/** Start of the oldest window, exclusive. */
export function windowsStart(at: Date): SQL {
  return timestamptz(before(at, 2 * LONGEST));
}

/** Value of the column `period` of the activity tables. */
export function periodIndex(period: CountPeriod): SQL {
  return literal(countPeriods.indexOf(period));
}

export const monthPeriod = periodIndex('month');

/**
 * Rows `period (period, current_start, previous_start, at)` with the windows (current_start, at] and (previous_start,
 * current_start] at T = `at`.
 */
export function windowRows(periods: readonly CountPeriod[], at: Date): SQL {
  const values = periods.map((period) => {
    const length = periodSeconds[period];
    return sql`(${periodIndex(period)}, ${timestamptz(before(at, length))}, ${timestamptz(before(at, 2 * length))}, ${timestamptz(at)})`;
  });
  return sql`(values ${sql.join(values, sql`, `)}) as period (period, current_start, previous_start, at)`;
}

/**
 * Rows `move (period, is_previous, old_start, old_end, new_start, new_end)`: every current and previous window (start,
 * end] at T = `from` and at T = `to`.
 */
export function windowMoves(periods: readonly CountPeriod[], from: Date, to: Date): SQL {
  const values = periods.flatMap((period) =>
    [0, 1].map((previous) => {
      const length = periodSeconds[period];
      const [start, end] = [(previous + 1) * length, previous * length];
      const times = [before(from, start), before(from, end), before(to, start), before(to, end)];
      return sql`(${periodIndex(period)}, ${literal(previous === 1)}, ${sql.join(times.map(timestamptz), sql`, `)})`;
    }),
  );
  return sql`(values ${sql.join(values, sql`, `)})
    as move (period, is_previous, old_start, old_end, new_start, new_end)`;
}

export function before(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000);
}

/** Whether a trade reaches an age, in seconds, when T moves. */
export function passes(age: number, from: Date, to: Date): SQL {
  return sql`time > ${timestamptz(before(from, age))} and time <= ${timestamptz(before(to, age))}`;
}

/** T−L for a period of length L. */
export function periodStart(at: Date, period: PricePeriod): Date {
  return before(at, periodSeconds[period]);
}

/**
 * Subscript of T−L in arrays with a value for T, at subscript 1, and each price period: `jetton_statistics.prices` and
 * `dataset.rates`.
 */
export function subscriptOf(period: PricePeriod): SQL {
  return literal(pricePeriods.indexOf(period) + 2);
}

/** Rows `instant (ordinal, at)` with T (ordinal 0) and T−L for each price period. */
export function priceInstants(at: Date): SQL {
  const instants = [at, ...pricePeriods.map((period) => periodStart(at, period))];
  const values = instants.map((instant, ordinal) => sql`(${literal(ordinal)}, ${timestamptz(instant)})`);
  return sql`(values ${sql.join(values, sql`, `)}) as instant (ordinal, at)`;
}
