import { type SQL, sql } from 'drizzle-orm';

/** The jettons of one calculation step, as a condition on a column with `jetton.id`. */
export type Scope = (jettonId: SQL) => SQL;

/** The markets of one calculation step, as a condition on an alias of `market`. */
export type MarketScope = (market: SQL) => SQL;

export function jettonRange(from: number, to: number): Scope {
  return (jettonId) => sql`${jettonId} between ${from} and ${to}`;
}

export function jettonList(ids: readonly number[]): Scope {
  return (jettonId) => sql`${jettonId} = any(${sql.param(ids)}::int[])`;
}

export function marketList(ids: readonly number[]): MarketScope {
  return (market) => sql`${market}.id = any(${sql.param(ids)}::int[])`;
}

/** All markets of the jettons in `scope`. */
export function marketsOf(scope: Scope): MarketScope {
  return (market) => scope(sql`${market}.jetton_id`);
}
