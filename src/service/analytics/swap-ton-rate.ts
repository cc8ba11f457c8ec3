import { sql } from 'drizzle-orm';
import { PRICE_SCALE } from './ticks.ts';

const decimals = sql.raw(String(PRICE_SCALE));

/** TON in USD, unrounded, as paid in swap `s` of market `m`, a market of a stablecoin against TON (metrics: prices). */
export const swapTonRate = sql`case when m.side = 0
  then round(s.amount0, ${decimals}) / (s.amount1 * m.scale)
  else round(s.amount1, ${decimals}) / (s.amount0 * m.scale) end`;
