import { sql } from 'drizzle-orm';
import { PRICE_SCALE } from './ticks.ts';

const decimals = sql.raw(String(PRICE_SCALE));

/** TON in USD as swap `s` paid it, unrounded; `m` is the market of a stable coin against TON. */
export const swapTonRate = sql`case when m.side = 0
  then round(s.amount0, ${decimals}) / (s.amount1 * m.scale)
  else round(s.amount1, ${decimals}) / (s.amount0 * m.scale) end`;
