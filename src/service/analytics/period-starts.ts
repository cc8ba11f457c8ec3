import { type SQL, sql } from 'drizzle-orm';
import { type PricePeriod, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

/** T−L for a period of length L. */
export function periodStart(at: Date, period: PricePeriod): Date {
  return new Date(at.getTime() - periodSeconds[period] * 1000);
}

/** Rows `instant (ordinal, name, at)` with T−L for each period. */
export function periodStartRows(at: Date, periods: readonly PricePeriod[]): SQL {
  return toValues(periods.map((name, index) => [index + 1, name, periodStart(at, name)]));
}

/** Rows `instant (ordinal, name, at)` with T for `now` (ordinal 0) and T−L for each price period. */
export function periodStartRowsWithNow(at: Date): SQL {
  const earlier = pricePeriods.map((name, index): PeriodStartRow => [index + 1, name, periodStart(at, name)]);
  return toValues([[0, 'now', at], ...earlier]);
}

type PeriodStartRow = readonly [ordinal: number, name: string, at: Date];

function toValues(rows: readonly PeriodStartRow[]): SQL {
  const values = rows.map(
    ([ordinal, name, at]) => sql`(${sql.raw(`${ordinal}, '${name}'`)}, ${timestamptz(at)})`,
  );
  return sql`(values ${sql.join(values, sql`, `)}) as instant (ordinal, name, at)`;
}
