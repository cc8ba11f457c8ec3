import { type SQL, sql } from 'drizzle-orm';

/** Which jettons one step of a calculation is about, as a condition on a column that holds `jetton.id`. */
export type Scope = (jettonId: SQL) => SQL;

export function jettonRange(from: number, to: number): Scope {
  return (jettonId) => sql`${jettonId} between ${from} and ${to}`;
}

export function jettonList(ids: readonly number[]): Scope {
  return (jettonId) => sql`${jettonId} = any(${sql.param(ids)}::int[])`;
}

/** A time as a parameter; PostgreSQL cannot tell the type of a bare one. */
export function timestamptz(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
