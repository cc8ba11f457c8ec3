import { sql } from 'drizzle-orm';
import { DAY } from '#demo/market/activity-clock.ts';
import { dailyRates } from '#demo/market/exchange-rates.ts';
import type { Seed } from '#demo/random.ts';
import { type Database, rows } from '#service/store/database.ts';
import { fx } from '#service/store/schema.ts';

/** The latest state of the simulated market in the store. */
export interface MarketHead {
  /** When the store's data was built; identifies the dataset. */
  readonly builtAt: string;
  /** Time, logical time and value of the latest price of TON. */
  readonly second: number;
  readonly lt: number;
  readonly usd: number;
}

/** Reads the state of the market. Returns undefined if TON has no price. */
export async function readHead(db: Database): Promise<MarketHead | undefined> {
  const [row] = await rows<{ [Key in keyof MarketHead]: string }>(
    db,
    sql`
    select dataset.built_at::text as "builtAt",
      extract(epoch from latest.time)::bigint::text as second, latest.lt::text as lt, latest.usd::text as usd
    from dataset
    cross join lateral (select time, lt, usd from ton_rate order by time desc, lt desc limit 1) as latest`,
  );
  return row && { ...row, second: Number(row.second), lt: Number(row.lt), usd: Number(row.usd) };
}

/** Adds the exchange rates of all days after the latest stored one, up to today. */
export async function addRates(db: Database, seed: Seed, now: number): Promise<void> {
  const [latest] = await rows<{ day: string | null }>(
    db,
    sql`select (max(date) - date '1970-01-01')::text as day from fx`,
  );
  const today = Math.floor(now / DAY);
  for (let day = Number(latest?.day ?? today) + 1; day <= today; day += 1) {
    const values = dailyRates(seed, day).map(([code, date, rate]) => ({ code, date, rate }));
    await db.insert(fx).values(values).onConflictDoNothing();
  }
}
