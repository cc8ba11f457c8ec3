import { type SQL, sql } from 'drizzle-orm';

// Keeps 40 significant digits of a price of 1e-40, the smallest that an Amount can carry: enough for the last decimal of
// what a huge supply is worth by it.
export const PRICE_SCALE = 80;

/**
 * Counterpart per jetton in whole units, unrounded, of swap `swap` as market `m` sees it. PostgreSQL's division keeps
 * the scale of its left side, so that it is given more than any price needs.
 */
export function tickRatio(m: SQL, swap: SQL): SQL {
  return sql`case when ${m}.side = 0
    then round(${swap}.amount1 * ${m}.scale, ${sql.raw(String(PRICE_SCALE))}) / ${swap}.amount0
    else round(${swap}.amount0 * ${m}.scale, ${sql.raw(String(PRICE_SCALE))}) / ${swap}.amount1 end`;
}

// `time` and `lt` of the callers are often those of a swap `s`: the tick has a name of its own.
const tick = sql`tick_swap`;

/** The latest tick of market `m` at or before `at`: a lateral subquery with `r` and `time`; one step down an index. */
export function latestTick(m: SQL, at: SQL): SQL {
  return latest(m, sql`${tick}.time <= ${at}`);
}

/** The same by the pair (time, lt). */
export function latestTickByLt(m: SQL, time: SQL, lt: SQL): SQL {
  return latest(m, sql`${tick}.time <= ${time} and (${tick}.time, ${tick}.lt) <= (${time}, ${lt})`);
}

function latest(m: SQL, condition: SQL): SQL {
  return sql`lateral (
    select ${tickRatio(m, tick)} as r, ${tick}.time
    from swap ${tick}
    where ${tick}.pool_id = ${m}.pool_id and ${tick}.dust = false and ${condition}
    order by ${tick}.time desc, ${tick}.lt desc
    limit 1)`;
}

/** What one unit of a market's counterpart is worth in TON, given TON in USD; `m` is against TON or a stable coin. */
export function counterpartInTon(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then 1 else round(1, ${sql.raw(String(PRICE_SCALE))}) / ${tonUsd} end`;
}

/** The same in USD. */
export function counterpartInUsd(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then ${tonUsd} else 1 end`;
}

/** One unit of a stable coin in TON, given TON in USD. */
export function stablecoinInTon(tonUsd: SQL): SQL {
  return sql`round(1, ${sql.raw(String(PRICE_SCALE))}) / ${tonUsd}`;
}
