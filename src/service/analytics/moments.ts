import { type SQL, sql } from 'drizzle-orm';
import { type PricePeriod, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { instant } from './scope.ts';

export function before(at: Date, period: PricePeriod): Date {
  return new Date(at.getTime() - periodSeconds[period] * 1000);
}

/** Rows `moment (ord, name, at)` of T−L for each period. */
export function momentsBefore(at: Date, periods: readonly PricePeriod[]): SQL {
  return momentRows(periods.map((name, index) => [index + 1, name, before(at, name)]));
}

/** The same, with T itself in front, as `now` with ord 0. */
export function momentsUpTo(at: Date): SQL {
  const earlier = pricePeriods.map((name, index): MomentRow => [index + 1, name, before(at, name)]);
  return momentRows([[0, 'now', at], ...earlier]);
}

type MomentRow = readonly [ord: number, name: string, at: Date];

function momentRows(rows: readonly MomentRow[]): SQL {
  const values = rows.map(([ord, name, at]) => sql`(${sql.raw(`${ord}, '${name}'`)}, ${instant(at)})`);
  return sql`(values ${sql.join(values, sql`, `)}) as moment (ord, name, at)`;
}
