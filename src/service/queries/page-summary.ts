import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { type Database, rows } from '#service/store/database.ts';
import { asDouble } from './as-double.ts';

/** What a jetton's page, or one of its pools', is called elsewhere, and its headline figures; null where unknown. */
export interface PageSummary {
  readonly name: string;
  readonly symbol: string;
  readonly verification: VerificationStatus;
  readonly modifiedContract: boolean | null;
  /** Of the jetton, or in the pool that was named; so are the others in TON and USD. */
  readonly priceUsd: string | null;
  readonly priceTon: string | null;
  /** In the pool that was named. */
  readonly priceCounterpart: string | null;
  readonly liquidityUsd: string | null;
  /** Percent of 24 hours, null where it does not fit a double: in USD, or in the counterpart of the pool that was named. */
  readonly changeDay: number | null;
  readonly holdersCount: string | null;
  readonly calculatedAt: string | null;
  /** The pool that was named, else that of the reference market; null where there is none. */
  readonly poolAddress: RawAddress | null;
  readonly exchange: string | null;
  /** Symbol of the pool's other side. */
  readonly counterpart: string | null;
}

/** Undefined where there is no such jetton, or the pool that is named does not trade it. */
export async function queryPageSummary(
  db: Database,
  address: RawAddress,
  poolAddress?: RawAddress,
): Promise<PageSummary | undefined> {
  const [row] = await rows<PageSummary>(
    db,
    sql`select j.name, j.symbol, j.verification, j.modified_contract as "modifiedContract",
        ${poolAddress === undefined ? jettonColumns : marketColumns},
        j.holders_count as "holdersCount", iso(s.calculated_at) as "calculatedAt",
        pool.address as "poolAddress", pool.exchange,
        case when m.counterpart_id = 0 then 'TON' else c.symbol end as counterpart
      from jetton j ${marketJoins(poolAddress)} left join jetton c on c.id = m.counterpart_id
      left join jetton_statistics s on s.jetton_id = j.id
      where j.address = ${address}`,
  );
  return row;
}

function marketJoins(poolAddress: RawAddress | undefined): SQL {
  return poolAddress === undefined
    ? sql`left join market m on m.id = j.reference_market_id left join pool on pool.id = m.pool_id`
    : sql`join pool on pool.address = ${poolAddress} join market m on m.pool_id = pool.id and m.jetton_id = j.id`;
}

const jettonColumns = sql`
  j.price_usd as "priceUsd", j.price_ton as "priceTon", null as "priceCounterpart",
  j.liquidity_usd as "liquidityUsd",
  ${asDouble(sql`(s.price_change_usd::json #>> '{day,changePercent}')::numeric`)} as "changeDay"`;

const marketColumns = sql`
  m.price_usd as "priceUsd", m.price_ton as "priceTon", m.price_counterpart as "priceCounterpart",
  m.liquidity_usd as "liquidityUsd",
  ${asDouble(sql`(m.statistics::json #>> '{priceChange,counterpart,day,changePercent}')::numeric`)} as "changeDay"`;
