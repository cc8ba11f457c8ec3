import { type SQL, sql } from 'drizzle-orm';
import { type PricePeriod, periodSeconds } from '#contract/enums.ts';

/** Rows `period (ordinal, name, length)`; `ordinal` is the index in `periods`. */
export function periodRows(periods: readonly PricePeriod[]): SQL {
  const values = periods.map(
    (name, ordinal) => `(${ordinal}, '${name}', interval '${periodSeconds[name]} seconds')`,
  );
  return sql.raw(`(values ${values.join(', ')}) as period (ordinal, name, length)`);
}

/** Period set as JSON text, from rows of `period`. Leaves out null changes. */
export function periodSet(change: SQL): SQL {
  return sql`'{' || coalesce(string_agg('"' || period.name || '":' || ${change}, ',' order by period.ordinal), '') || '}'`;
}
