import { type SQL, sql } from 'drizzle-orm';
import { countPeriods, type PricePeriod, periodSeconds } from '#contract/enums.ts';
import { CALCULATED_AT } from '#service/market/statistics-text.ts';

/** T of all values. An uncorrelated subquery, so that it is evaluated once per statement. */
export const calculatedAt = sql`(select iso(calculated_at) from dataset)`;

export interface CalculatedRow {
  /** Null before the first calculation. */
  readonly calculatedAt: string | null;
}

/** Column of CalculatedRow. */
export const calculatedAtColumn = sql`${calculatedAt} as "calculatedAt"`;

/** Placeholder for `calculatedAt` in period sets, which handlers replace. */
export const calculatedAtPlaceholder = sql.raw(`'${CALCULATED_AT}'`);

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

/** Replaces the placeholders for `calculatedAt` in period sets; by `now` before the first calculation. */
export function withCalculatedAt(json: string, calculatedAt: string | null, now: Date): string {
  return json.replaceAll(CALCULATED_AT, calculatedAt ?? now.toISOString());
}

/** Serialized period sets of a jetton without a market, with placeholders for `calculatedAt`. */
export const emptyCounts = emptySet('0');
export const emptyVolumes = emptySet({ value: '0', decimals: 6 });

function emptySet(zero: unknown): string {
  const change = { changePercent: 0, previous: zero, current: zero, calculatedAt: CALCULATED_AT };
  return JSON.stringify(Object.fromEntries(countPeriods.map((period) => [period, change])));
}

/** Returns the JSON of an object whose values are already serialized. */
export function jsonObject(fields: Readonly<Record<string, string>>): string {
  let members = '';
  for (const [name, json] of Object.entries(fields)) members += `${members && ','}"${name}":${json}`;
  return `{${members}}`;
}
