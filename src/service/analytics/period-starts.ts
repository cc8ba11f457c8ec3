import { type SQL, sql } from 'drizzle-orm';
import { type PricePeriod, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { timestamptz } from './scope.ts';

export function periodStart(at: Date, period: PricePeriod): Date {
  return new Date(at.getTime() - periodSeconds[period] * 1000);
}

/** Rows `moment (ord, name, at)` of T−L for each period. */
export function periodStartRows(at: Date, periods: readonly PricePeriod[]): SQL {
  return toValues(periods.map((name, index) => [index + 1, name, periodStart(at, name)]));
}

/** The same, with T itself in front, as `now` with ord 0. */
export function periodStartRowsWithNow(at: Date): SQL {
  const earlier = pricePeriods.map((name, index): PeriodStartRow => [index + 1, name, periodStart(at, name)]);
  return toValues([[0, 'now', at], ...earlier]);
}

type PeriodStartRow = readonly [ord: number, name: string, at: Date];

function toValues(rows: readonly PeriodStartRow[]): SQL {
  const values = rows.map(([ord, name, at]) => sql`(${sql.raw(`${ord}, '${name}'`)}, ${timestamptz(at)})`);
  return sql`(values ${sql.join(values, sql`, `)}) as moment (ord, name, at)`;
}
