import { sql } from 'drizzle-orm';
import { priceScale } from './ticks.ts';

/** TON in USD, unrounded, as paid in swap `s` of market `m`, a market of a stablecoin against TON (metrics: prices). */
export const swapTonRate = sql`case when m.side = 0
  then round(s.amount0, ${priceScale}) / (s.amount1 * m.scale)
  else round(s.amount1, ${priceScale}) / (s.amount0 * m.scale) end`;
