import { type SQL, sql } from 'drizzle-orm';
import { type PricePeriod, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { timestamptz } from './affected-jettons.ts';

export function before(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000);
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
  return sql.raw(String(pricePeriods.indexOf(period) + 2));
}

/** Rows `instant (ordinal, at)` with T (ordinal 0) and T−L for each price period. */
export function priceInstants(at: Date): SQL {
  const instants = [at, ...pricePeriods.map((period) => periodStart(at, period))];
  const values = instants.map(
    (instant, ordinal) => sql`(${sql.raw(String(ordinal))}, ${timestamptz(instant)})`,
  );
  return sql`(values ${sql.join(values, sql`, `)}) as instant (ordinal, at)`;
}
