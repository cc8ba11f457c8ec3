import { sql } from 'drizzle-orm';
import { DAY } from '#demo/market/activity-clock.ts';
import { dailyRates } from '#demo/market/exchange-rates.ts';
import type { Seed } from '#demo/random.ts';
import { type Database, rows } from '#service/store/database.ts';
import { fx } from '#service/store/schema.ts';

/** Any number that nothing else in the database locks. */
const LOCK = 1_785_096_822;

/** Where the market that the store has has come to. */
export interface MarketHead {
  /** When the store's data was built: other data, another time. */
  readonly builtAt: string;
  /** False while another process lets it live, on the same database. */
  readonly alone: boolean;
  /** Of the latest price of TON. */
  readonly second: number;
  readonly lt: number;
  readonly usd: number;
}

/** Undefined where nothing sets TON's price. Holds the market for this process until the transaction's end. */
export async function readHead(db: Database): Promise<MarketHead | undefined> {
  const [row] = await rows<{ [Key in keyof MarketHead]: Key extends 'alone' ? boolean : string }>(
    db,
    sql`
    select dataset.built_at::text as "builtAt", pg_try_advisory_xact_lock(${sql.raw(String(LOCK))}) as alone,
      extract(epoch from latest.time)::bigint::text as second, latest.lt::text as lt, latest.usd::text as usd
    from dataset
    cross join lateral (select time, lt, usd from ton_rate order by time desc, lt desc limit 1) as latest`,
  );
  return row && { ...row, second: Number(row.second), lt: Number(row.lt), usd: Number(row.usd) };
}

/** Adds the rates of every day after the last known one, up to today. */
export async function addRates(db: Database, seed: Seed, now: number): Promise<void> {
  const [known] = await rows<{ day: string | null }>(
    db,
    sql`select (max(date) - date '1970-01-01')::text as day from fx`,
  );
  const today = Math.floor(now / DAY);
  for (let day = Number(known?.day ?? today) + 1; day <= today; day += 1) {
    const values = dailyRates(seed, day).map(([code, date, rate]) => ({ code, date, rate }));
    await db.insert(fx).values(values).onConflictDoNothing();
  }
}
