import { type SQL, sql } from 'drizzle-orm';

// Keeps 20 significant digits of a price of 1e-40, the smallest that an Amount can carry.
const DECIMALS = 60;

/**
 * Counterpart per jetton in whole units, unrounded, of swap `s` as market `m` sees it. PostgreSQL's division keeps
 * the scale of its left side, so that it is given more than any price needs.
 */
export function tickRatio(m: SQL): SQL {
  return sql`case when ${m}.side = 0
    then round(s.amount1 * ${m}.scale, ${sql.raw(String(DECIMALS))}) / s.amount0
    else round(s.amount0 * ${m}.scale, ${sql.raw(String(DECIMALS))}) / s.amount1 end`;
}

/** The latest tick of market `m` at or before `at`: a lateral subquery with `r`, `time`, `lt`; one step down an index. */
export function latestTick(m: SQL, at: SQL): SQL {
  return sql`lateral (
    select ${tickRatio(m)} as r, s.time, s.lt
    from swap s
    where s.pool_id = ${m}.pool_id and s.dust = false and s.time <= ${at}
    order by s.time desc, s.lt desc
    limit 1)`;
}

/** The same, strictly by the pair (time, lt). */
export function latestTickByLt(m: SQL, time: SQL, lt: SQL): SQL {
  return sql`lateral (
    select ${tickRatio(m)} as r
    from swap s
    where s.pool_id = ${m}.pool_id and s.dust = false and s.time <= ${time} and (s.time, s.lt) <= (${time}, ${lt})
    order by s.time desc, s.lt desc
    limit 1)`;
}

/** What one unit of a market's counterpart is worth in TON, given TON in USD; `m` is against TON or a stable coin. */
export function baseInTon(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then 1 else round(1, ${sql.raw(String(DECIMALS))}) / ${tonUsd} end`;
}

/** The same in USD. */
export function baseInUsd(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then ${tonUsd} else 1 end`;
}

/** One unit of a stable coin in TON, given TON in USD. */
export function stableInTon(tonUsd: SQL): SQL {
  return sql`round(1, ${sql.raw(String(DECIMALS))}) / ${tonUsd}`;
}
