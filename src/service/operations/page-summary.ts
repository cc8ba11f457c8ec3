import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { periodSeconds, type VerificationStatus } from '#contract/enums.ts';
import { latestTick } from '#service/market/ticks.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  asDouble,
  counterpartJoins,
  jettonLiquidity,
  jettonPrice,
  marketLiquidity,
  marketPrice,
  usdPriceBefore,
} from './current-values.ts';
import { displayed, marketMultipliers } from './multipliers.ts';

/**
 * Summary of a jetton page, or a pool page if a pool is requested, for social images and link previews. Null values
 * are unknown.
 */
export interface PageSummary {
  readonly name: string;
  readonly symbol: string;
  readonly verification: VerificationStatus;
  readonly modifiedContract: boolean | null;
  /** `priceUsd`, `priceTon` and `liquidityUsd` are those of the requested pool, otherwise of the jetton. */
  readonly priceUsd: string | null;
  readonly priceTon: string | null;
  /** Price in the requested pool; null without a pool. */
  readonly priceCounterpart: string | null;
  readonly liquidityUsd: string | null;
  /**
   * Price change over 24 hours in percent, of the USD price, or of the price in the counterpart if a pool was requested.
   * Null if it does not fit a double.
   */
  readonly changeDay: number | null;
  /** Whether there were trades in these 24 hours. */
  readonly isTradedInDay: boolean;
  readonly holdersCount: string | null;
  readonly calculatedAt: string | null;
  /** The requested pool, otherwise the pool of the reference market. */
  readonly poolAddress: RawAddress | null;
  readonly exchange: string | null;
  /** Symbol of the pool's counterpart. */
  readonly counterpart: string | null;
  readonly isCounterpartNative: boolean;
}

/**
 * Returns undefined if the jetton does not exist or the requested pool does not trade it. `nativeSymbol`: symbol of the
 * native coin.
 */
export async function queryPageSummary(
  db: Database,
  nativeSymbol: string,
  address: RawAddress,
  poolAddress?: RawAddress,
): Promise<PageSummary | undefined> {
  const [row] = await rows<PageSummary>(
    db,
    sql`select j.name, j.symbol, j.verification, j.modified_contract as "modifiedContract",
        price_round(value.usd) as "priceUsd", price_round(value.ton) as "priceTon",
        price_round(value.counterpart) as "priceCounterpart", value.liquidity_usd as "liquidityUsd",
        ${asDouble(sql`value.change_day`)} as "changeDay", value.is_traded as "isTradedInDay",
        j.holders_count as "holdersCount", iso(dataset.calculated_at) as "calculatedAt",
        pool.address as "poolAddress", pool.exchange,
        case when m.counterpart_id = 0 then ${nativeSymbol}::text else c.symbol end as counterpart,
        m.counterpart_id is not distinct from 0 as "isCounterpartNative"
      from jetton j cross join dataset ${marketJoins(poolAddress)} ${counterpartJoins} ${marketMultipliers}
      cross join lateral (${poolAddress === undefined ? jettonValues : marketValues} offset 0) as value
      where j.address = ${address}`,
  );
  return row;
}

function marketJoins(poolAddress: RawAddress | undefined): SQL {
  return poolAddress === undefined
    ? sql`left join market m on m.id = j.reference_market_id left join pool on pool.id = m.pool_id`
    : sql`join pool on pool.address = ${poolAddress} join market m on m.pool_id = pool.id and m.jetton_id = j.id`;
}

const dayBefore = sql.raw(`dataset.calculated_at - interval '${periodSeconds.day} seconds'`);

const jettonValues = sql`
  select ${displayed.price(jettonPrice.usd)} as usd, ${displayed.price(jettonPrice.ton)} as ton, null::numeric as counterpart,
    sum_round(${jettonLiquidity.usd}, 6) as liquidity_usd,
    coalesce(j.last_trade_at > ${dayBefore}, false) as is_traded,
    (
      select change_percent(${jettonPrice.usd}, ${usdPriceBefore('day')})
      from jetton_statistics s where s.jetton_id = j.id
    ) as change_day`;

const marketValues = sql`
  select ${displayed.price(marketPrice.usd)} as usd, ${displayed.price(marketPrice.ton)} as ton,
    ${displayed.ratio(sql`m.tick_price`)} as counterpart,
    ${marketLiquidity.usd} as liquidity_usd,
    exists (
      select from swap s
      where s.pool_id = m.pool_id and s.time > ${dayBefore} and s.time <= dataset.calculated_at
    ) as is_traded,
    (
      select change_percent(m.tick_price, tick.r) from ${latestTick(sql`m`, dayBefore)} as tick
    ) as change_day`;
