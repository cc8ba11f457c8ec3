import { sql } from 'drizzle-orm';

/** TON in USD as swap `s` paid it, unrounded; `m` is the market of a stable coin against TON. */
export const tonRateOf = sql`case when m.side = 0
  then round(s.amount0, 60) / (s.amount1 * m.scale)
  else round(s.amount1, 60) / (s.amount0 * m.scale) end`;
