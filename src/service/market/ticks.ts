import { type SQL, sql } from 'drizzle-orm';
import { dustLimits } from '#contract/dust.ts';
import { literal } from '#service/store/sql-text.ts';

/**
 * Decimals of quotients. Keeps 40 significant digits of the smallest possible price, 1e-40, so that the value of a huge
 * supply is exact to its last decimal.
 */
export const PRICE_SCALE = 80;
/** PRICE_SCALE in SQL. */
export const priceScale = literal(PRICE_SCALE);

/**
 * SQL expression for the price `r` of a tick (metrics: prices): counterpart per jetton of market `m` in swap `swap`, in
 * whole units, unrounded. Divisions in PostgreSQL keep at least the scale of the dividend, which is extended first.
 */
export function tickRatio(m: SQL, swap: SQL): SQL {
  return sql`case when ${m}.side = 0
    then round(${swap}.amount1 * ${m}.scale, ${priceScale}) / ${swap}.amount0
    else round(${swap}.amount0 * ${m}.scale, ${priceScale}) / ${swap}.amount1 end`;
}

/** Condition that a swap of `amount0` and `amount1` in `pool` is dust (metrics: ticks), as `isDust` of the contract. */
export function isDustSwap(pool: SQL): SQL {
  const isBelowLimit = (side: 0 | 1) => sql`${sql.raw(`amount${side}`)} < case
    when exists (select from jetton where id = ${pool}.${sql.raw(`asset${side}`)} and decimals = 0)
    then ${dustLimits.withoutDecimals}::int else ${dustLimits.others}::int end`;
  return sql`(${isBelowLimit(0)} or ${isBelowLimit(1)})`;
}

// Callers often pass columns of a swap `s` as `time` and `lt`, so the alias must differ.
const tick = sql`tick_swap`;

/** Lateral subquery with `r` and `time` of the latest tick of market `m` at or before `at`; one index lookup. */
export function latestTick(m: SQL, at: SQL): SQL {
  return latest(m, sql`${tick}.time <= ${at}`);
}

/** Lateral subquery with `r` and `time` of the latest tick of market `m` at or before (time, lt). */
export function latestTickByLt(m: SQL, time: SQL, lt: SQL): SQL {
  return latest(m, sql`${tick}.time <= ${time} and (${tick}.time, ${tick}.lt) <= (${time}, ${lt})`);
}

function latest(m: SQL, condition: SQL): SQL {
  // The first condition is evaluated before the index is opened, if there is no market.
  return sql`lateral (
    select ${tickRatio(m, tick)} as r, ${tick}.time
    from swap ${tick}
    where ${m}.pool_id is not null and ${tick}.pool_id = ${m}.pool_id and ${tick}.dust = false and ${condition}
    order by ${tick}.time desc, ${tick}.lt desc
    limit 1)`;
}

/** Scalar subquery with the time of the first tick of market `m`; one index lookup. */
export function firstTickTime(m: SQL): SQL {
  return sql`(
    select ${tick}.time
    from swap ${tick}
    where ${m}.pool_id is not null and ${tick}.pool_id = ${m}.pool_id and ${tick}.dust = false
    order by ${tick}.time, ${tick}.lt
    limit 1)`;
}

/** Value in TON of one unit of the counterpart of market `m`, which must be TON or a stablecoin. */
export function counterpartInTon(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then 1 else ${stablecoinInTon(tonUsd)} end`;
}

/** Value in USD of one unit of the counterpart of market `m`, which must be TON or a stablecoin. */
export function counterpartInUsd(m: SQL, tonUsd: SQL): SQL {
  return sql`case when ${m}.counterpart_id = 0 then ${tonUsd} else 1 end`;
}

/** Value in TON of one unit of a stablecoin (metrics: prices). */
export function stablecoinInTon(tonUsd: SQL): SQL {
  return sql`round(1, ${priceScale}) / ${tonUsd}`;
}
