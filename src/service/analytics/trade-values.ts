import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import { roundedPrices } from './rounded-prices.ts';
import type { Scope } from './scope.ts';
import { counterpartInTon, counterpartInUsd, latestTickByLt, stablecoinInTon, tickRatio } from './ticks.ts';

/** Columns of `trade` in the order of `selectTrades`. */
export const tradeColumns = sql.raw(
  'market_id, jetton_id, time, lt, trader_id, buy, dust, volume_usd, counterpart, ton, usd',
);

/** Decimals of computed volumes. */
const VOLUME_SCALE = sql.raw('30');

/** Inserts the trades of all swaps of the jettons in `scope`, which have none. */
export async function insertAllTrades(db: Database, scope: Scope): Promise<void> {
  await insertTrades(db, scope(sql`m.jetton_id`));
}

/** Inserts the trades of those swaps of the jettons in `scope` that have none. */
export async function insertMissingTrades(db: Database, scope: Scope): Promise<void> {
  const isMissing = sql`not exists (
    select from trade t where t.market_id = m.id and t.dust = s.dust and t.time = s.time and t.lt = s.lt
  )`;
  await insertTrades(db, sql`${scope(sql`m.jetton_id`)} and ${isMissing}`);
}

async function insertTrades(db: Database, condition: SQL): Promise<void> {
  const swaps = sql`market m join swap s on s.pool_id = m.pool_id and ${condition}`;
  await db.execute(sql`insert into trade (${tradeColumns}) ${selectTrades(swaps)}`);
}

/**
 * Selects the trades of swaps, with their values at the time of the swap (metrics: prices, changes over periods).
 * `swaps` is a FROM clause with `swap s` and `market m`.
 */
export function selectTrades(swaps: SQL): SQL {
  const tonUsd = sql`rate.ton_usd`;
  const counterpartAmount = sql`(case when m.side = 0 then s.amount1 else s.amount0 end * m.counterpart_unit)`;
  const unrounded = sql`(
    select m.id as market_id, m.jetton_id, s.time, s.lt, s.trader_id, (m.side = 0) <> s.sold0 as buy, s.dust,
      coalesce(s.volume_usd, round(${counterpartAmount} * counterpart.usd, ${VOLUME_SCALE})) as volume_usd,
      tick.r, tick.r * counterpart.ton as ton, tick.r * counterpart.usd as usd
    from ${swaps}
    left join jetton c on c.id = m.counterpart_id
    left join market d on d.id = c.direct_market_id and not c.stable
    cross join lateral (select ton_usd(s.time, s.lt) as ton_usd offset 0) as rate
    left join ${latestTickByLt(sql`d`, sql`s.time`, sql`s.lt`)} as direct on true
    cross join lateral (
      select
        case
          when m.counterpart_id = 0 then 1
          when c.stable then ${stablecoinInTon(tonUsd)}
          else direct.r * ${counterpartInTon(sql`d`, tonUsd)}
        end as ton,
        case
          when m.counterpart_id = 0 then ${tonUsd}
          when c.stable then 1
          else direct.r * ${counterpartInUsd(sql`d`, tonUsd)}
        end as usd
      offset 0
    ) as counterpart
    cross join lateral (select case when not s.dust then ${tickRatio(sql`m`, sql`s`)} end as r offset 0) as tick
  ) as unrounded`;
  return sql`
    select market_id, jetton_id, time, lt, trader_id, buy, dust, volume_usd, r_price, ton_price, usd_price
    from ${roundedPrices(unrounded, ['r', 'ton', 'usd'])} as rounded`;
}
