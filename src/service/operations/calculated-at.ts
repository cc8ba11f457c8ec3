import { sql } from 'drizzle-orm';
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
