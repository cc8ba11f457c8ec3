import { sql } from 'drizzle-orm';
import { DECIMALS } from './ticks.ts';

const decimals = sql.raw(String(DECIMALS));

/** TON in USD as swap `s` paid it, unrounded; `m` is the market of a stable coin against TON. */
export const tonRateOf = sql`case when m.side = 0
  then round(s.amount0, ${decimals}) / (s.amount1 * m.scale)
  else round(s.amount1, ${decimals}) / (s.amount0 * m.scale) end`;
