import { sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { priceInstants } from './period-starts.ts';
import { priceScale } from './ticks.ts';

/** TON in USD at T and at the start of every price period, unrounded; null if unknown (metrics: prices). */
export type TonRates = readonly (string | null)[];

export async function queryTonRates(db: Database, at: Date): Promise<TonRates> {
  const rates = await rows<{ rate: string | null }>(
    db,
    sql`select ton_usd(at) as rate from ${priceInstants(at)} order by ordinal`,
  );
  return rates.map(({ rate }) => rate);
}

/** TON in USD, unrounded, as paid in swap `s` of market `m`, a market of a stablecoin against TON (metrics: prices). */
export const swapTonRate = sql`case when m.side = 0
  then round(s.amount0, ${priceScale}) / (s.amount1 * m.scale)
  else round(s.amount1, ${priceScale}) / (s.amount0 * m.scale) end`;
