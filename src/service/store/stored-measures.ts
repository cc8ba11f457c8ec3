import { type SQL, sql } from 'drizzle-orm';
import { bigint, doublePrecision, numeric } from 'drizzle-orm/pg-core';

/**
 * Values of a jetton that have a column and indexes of their own, so that lists can be sorted and filtered by the measures
 * with their names. A value becomes a measure in the release after that which adds its column (migrations.ts).
 * Formulas may use `day`, the row of `jetton_activity` of 24 hours, and `concentration` (market/trader-concentration.ts).
 */
export const storedMeasures = {
  volume24h: sum('volume_24h', sql`day.volume_buy + day.volume_sell`, 'Trading volume over 24 hours, in USD'),
  traders24h: count('traders_24h', sql`day.traders`, 'Number of distinct traders in 24 hours'),
  transactions24h: count(
    'transactions_24h',
    sql`day.transactions_buy + day.transactions_sell`,
    'Number of swaps in 24 hours',
  ),
  effectiveTraders: ratio(
    'effective_traders',
    sql`concentration.effective_traders`,
    'Effective number of traders in 7 days',
  ),
  buyersWhoSold: ratio(
    'buyers_who_sold',
    sql`concentration.buyers_who_sold`,
    'Share of the buyers of 7 days who ever sold, in percent',
  ),
  trending: ratio(
    'trending',
    sql`concentration.trending`,
    'How many times as many effective traders and as much volume as usual, whichever is less',
  ),
  topTenHolders: ratio(
    'top_ten_holders',
    sql`(select top_ten_percent from holder_snapshot where token = j.address)`,
    'Share of the ten largest holders except pools and burned tokens, in percent',
  ),
};

function count<const Name extends string>(name: Name, total: SQL, description: string) {
  const column = () => bigint(name, { mode: 'bigint' });
  return { name, type: 'integer', column, formula: sql`coalesce(${total}, 0)`, description } as const;
}

/** A sum in USD, with 6 decimals. */
function sum<const Name extends string>(name: Name, total: SQL, description: string) {
  const formula = sql`sum_round(coalesce(${total}, 0), 6)`;
  return { name, type: 'decimal', column: () => numeric(name), formula, description } as const;
}

/** A quotient, unknown without a denominator. */
function ratio<const Name extends string>(name: Name, formula: SQL, description: string) {
  return { name, type: 'float', column: () => doublePrecision(name), formula, description } as const;
}

export type StoredMeasureId = keyof typeof storedMeasures;

export const storedMeasureIds = Object.keys(storedMeasures) as StoredMeasureId[];

/** Returns the columns for the schema of the table. */
export function storedMeasureColumns() {
  const columns = storedMeasureIds.map((id) => [id, storedMeasures[id].column()]);
  return Object.fromEntries(columns) as {
    [Id in StoredMeasureId]: ReturnType<(typeof storedMeasures)[Id]['column']>;
  };
}
