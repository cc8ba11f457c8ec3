import { type SQL, sql } from 'drizzle-orm';
import type { PricePeriod } from '#contract/enums.ts';
import { counterpartInTon, counterpartInUsd, stablecoinInTon } from '#service/market/ticks.ts';
import { subscriptOf } from '#service/market/windows.ts';

interface InTonAndUsd {
  readonly ton: SQL;
  readonly usd: SQL;
}

// The store holds values in the currency that they derive from, so that they do not change with TON/USD (schema.ts).
// A scalar subquery is evaluated once per statement.
const tonUsd = rate(sql`1`);

function rate(subscript: SQL): SQL {
  return sql`(select rates[${subscript}] from dataset)`;
}

/** Unrounded price of `jetton j` at T. */
export const jettonPrice: InTonAndUsd = {
  ton: sql`ton_price(j.price, j.usd_based, ${tonUsd})`,
  usd: sql`usd_price(j.price, j.usd_based, j.stable, ${tonUsd})`,
};

/** Unrounded price of `jetton j` in USD at T−L, from `jetton_statistics s`. */
export function usdPriceBefore(period: PricePeriod): SQL {
  const subscript = subscriptOf(period);
  return sql`usd_price(s.prices[${subscript}], j.usd_based, j.stable, ${rate(subscript)})`;
}

/** Unrounded liquidity of `jetton j` at T. */
export const jettonLiquidity = totalOf(sql`j.liquidity_ton`, sql`j.liquidity_usd`);

/** Unrounded fdmc of `jetton j` at T. */
export const jettonFdmc = totalOf(sql`j.fdmc_ton`, sql`j.fdmc_usd`);

/** Unrounded mcap of `jetton j` at T. */
export const jettonMcap = totalOf(sql`j.mcap_ton`, sql`j.mcap_usd`);

/** Joins the counterpart `c` of `market m`, and its direct market `d`. */
export const counterpartJoins = sql`
  left join jetton c on c.id = m.counterpart_id
  left join market d on d.id = c.direct_market_id and not c.stable`;

// The counterpart is worth this many USD if `m.rank_usd_based`, otherwise TON.
const counterpartPrice = sql`case when m.counterpart_id = 0 or c.stable then 1 else d.tick_price end`;

/** Unrounded price in `market m` at T. Requires `counterpartJoins`. */
export const marketPrice: InTonAndUsd = {
  ton: sql`ton_price(m.tick_price * ${counterpartPrice}, m.rank_usd_based, ${tonUsd})`,
  usd: sql`usd_price(m.tick_price * ${counterpartPrice}, m.rank_usd_based, false, ${tonUsd})`,
};

const rateThen = sql`rate.ton_usd`;

/**
 * Unrounded price of `jetton j` at a time in the past, in its reference market `m`. Requires `counterpartJoins`, the latest
 * ticks at that time of `m` as `tick` and of `d` as `direct`, and TON/USD as `rate.ton_usd`.
 */
export const priceAtTick: InTonAndUsd = {
  ton: sql`tick.r * case
    when m.counterpart_id = 0 then 1
    when c.stable then ${stablecoinInTon(rateThen)}
    else direct.r * ${counterpartInTon(sql`d`, rateThen)}
  end`,
  usd: sql`case when j.stable then 1 else tick.r * case
    when m.counterpart_id = 0 then ${rateThen}
    when c.stable then 1
    else direct.r * ${counterpartInUsd(sql`d`, rateThen)}
  end end`,
};

const marketTotal = totalOf(sql`m.liquidity_ton`, sql`m.liquidity_usd`);

/** Rounded liquidity of `market m` at T. */
export const marketLiquidity: InTonAndUsd = {
  ton: sql`sum_round(${ifBothSidesDefined(marketTotal.ton)}, 9)`,
  usd: sql`sum_round(${ifBothSidesDefined(marketTotal.usd)}, 6)`,
};

// One side in TON and the other in USD have no total if TON/USD is unknown.
function ifBothSidesDefined(total: SQL): SQL {
  return sql`case when m.liquidity_ton is null or m.liquidity_usd is null or ${tonUsd} is not null then ${total} end`;
}

function totalOf(inTon: SQL, inUsd: SQL): InTonAndUsd {
  return {
    ton: sql`total_in_ton(${inTon}, ${inUsd}, ${tonUsd})`,
    usd: sql`total_in_usd(${inTon}, ${inUsd}, ${tonUsd})`,
  };
}

/** Casts a numeric to a double; null if it is out of range, for which a plain cast would fail. */
export function asDouble(value: SQL): SQL {
  return sql`case when ${value} = 0 or abs(${value}) between 1e-307 and 1e308 then (${value})::float8 end`;
}
