import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#service/store/database.ts';
import type { Scope } from './affected-jettons.ts';
import { counterpartInTon, counterpartInUsd, latestTickByLt, stablecoinInTon, tickRatio } from './ticks.ts';

/** Columns of `trade` in the order of `selectTrades`. */
export const tradeColumns = sql.raw(
  'market_id, jetton_id, time, lt, trader_id, buy, dust, volume_usd, counterpart, ton, usd',
);

/**
 * Joins `swap s` to a trade in `market m` by the trade's lt. By key, because the planner expects few swaps in a pool, and might
 * read all of them for each trade.
 */
export function swapOf(lt: SQL): SQL {
  return sql`cross join lateral (
    select * from swap where swap.pool_id = m.pool_id and swap.lt = ${lt} offset 0
  ) as s`;
}

/** Decimals of computed volumes. */
export const volumeScale: SQL = sql.raw('30');

/** Inserts the trades of all swaps of the jettons in `scope`, which have none. */
export async function insertAllTrades(db: Database, scope: Scope): Promise<void> {
  await db.execute(sql`
    insert into trade (${tradeColumns})
    ${selectTrades(swapsWithTonRate(scope), sql`s.ton_usd`)}`);
}

/** Inserts the trades of those swaps of the jettons in `scope` that have none. */
export async function insertMissingTrades(db: Database, scope: Scope): Promise<void> {
  const swaps = sql`market m join swap s on s.pool_id = m.pool_id and ${scope(sql`m.jetton_id`)} and not exists (
    select from trade t where t.market_id = m.id and t.dust = s.dust and t.time = s.time and t.lt = s.lt
  )`;
  await db.execute(sql`insert into trade (${tradeColumns}) ${selectTrades(swaps)}`);
}

/**
 * FROM clause like `selectTrades` expects, of all swaps of the jettons in `scope`, with a column `s.ton_usd`: what the
 * function `ton_usd` returns for each swap. Sorting swaps and rates together and counting the rates is several times as fast
 * as a lookup for every swap.
 */
function swapsWithTonRate(scope: Scope): SQL {
  const swapColumns = 'time, lt, pool_id, trader_id, sold0, dust, amount0, amount1, volume_usd';
  return sql`(
    select counted.*, coalesce(numbered.usd, ton_usd(counted.time, counted.lt)) as ton_usd
    from (
      select *, count(*) filter (where is_rate) over (
        order by time, lt, is_rate desc rows unbounded preceding
      ) as rate_number
      from (
        select ${sql.raw(swapColumns)}, false as is_rate from swap
        where pool_id in (select pool_id from market where ${scope(sql`jetton_id`)})
        union all
        select time, lt, pool_id, null, null, null, null, null, null, true from ton_rate
      ) as swap_or_rate
    ) as counted
    left join (
      select usd, row_number() over (order by time, lt, pool_id) as rate_number from ton_rate
    ) as numbered using (rate_number)
    where not is_rate
  ) as s join market m on m.pool_id = s.pool_id and ${scope(sql`m.jetton_id`)}`;
}

/**
 * Selects the trades of swaps, with their values at the time of the swap (metrics: prices, changes over periods).
 * `swaps` is a FROM clause with `swap s` and `market m`, and `tonUsdOfSwap` is TON in USD at that swap.
 */
export function selectTrades(swaps: SQL, tonUsdOfSwap = sql`ton_usd(s.time, s.lt)`): SQL {
  const unrounded = sql`(
    select m.id as market_id, m.jetton_id, s.time, s.lt, s.trader_id, (m.side = 0) <> s.sold0 as buy, s.dust,
      coalesce(s.volume_usd, round(${counterpartAmount} * counterpart.usd, ${volumeScale})) as volume_usd,
      counterpart.is_ton, counterpart.is_usd, tick.r,
      case when not counterpart.is_ton then tick.r * counterpart.ton end as ton,
      case when not counterpart.is_usd then tick.r * counterpart.usd end as usd
    from ${swaps}
    ${counterpartValue(tonUsdOfSwap)}
    cross join lateral (select case when not s.dust then ${tickRatio(sql`m`, sql`s`)} end as r offset 0) as tick
  ) as unrounded`;
  // Rounding is expensive. A price in the counterpart needs no second one in the same unit.
  return sql`
    select market_id, jetton_id, time, lt, trader_id, buy, dust, volume_usd, r_price,
      case when is_ton then r_price else ton_price end as ton_price,
      case when is_usd then r_price else usd_price end as usd_price
    from ${roundedPrices(unrounded, ['r', 'ton', 'usd'])} as rounded`;
}

/** What swap `s` in market `m` paid or received of the jetton, in base units. */
export const assetUnits: SQL = sql`case when m.side = 0 then s.amount0 else s.amount1 end`;

/** What swap `s` in market `m` paid or received in the counterpart, in whole units. */
export const counterpartAmount: SQL = sql`(case when m.side = 0 then s.amount1 else s.amount0 end * m.counterpart_unit)`;

/**
 * Joins a row `counterpart` to `swap s` in `market m`: whether the counterpart is TON (`is_ton`) or a stablecoin
 * (`is_usd`), and the value of one unit at the time of the swap in `ton` and `usd`, null if unknown.
 */
export function counterpartValue(tonUsdOfSwap: SQL): SQL {
  const tonUsd = sql`rate.ton_usd`;
  return sql`left join jetton c on c.id = m.counterpart_id
    left join market d on d.id = c.direct_market_id and not c.stable
    cross join lateral (select ${tonUsdOfSwap} as ton_usd offset 0) as rate
    left join ${latestTickByLt(sql`d`, sql`s.time`, sql`s.lt`)} as direct on true
    cross join lateral (
      select
        m.counterpart_id = 0 as is_ton,
        coalesce(c.stable, false) as is_usd,
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
    ) as counterpart`;
}

/**
 * Subquery that adds a column `<name>_price` to `rows` for each column in `names`: the result of `price_round` (metrics:
 * amounts), four times as fast. The planner inlines that function and evaluates its argument a dozen times; OFFSET 0
 * prevents the subqueries from being merged, so that each expression is evaluated once per row.
 */
function roundedPrices(rows: SQL, names: readonly string[]): SQL {
  const column = (expression: (name: string) => string) => sql.raw(names.map(expression).join(', '));
  const guarded = column((name) => `round(${name}, 60) as ${name}_guarded`);
  const guesses = column(
    (name) => `case when ${name}_guarded < 0.1 and ${name}_guarded > 0
      then 8 - floor(log(greatest(${name}_guarded, 1e-60)::float8))::integer end as ${name}_guess`,
  );
  const prices = column(
    (name) => `case
      when ${name}_guarded >= 0.1 or ${name}_guarded <= 0 then round(${name}_guarded, 9)
      else round(${name}_guarded, price_decimals(${name}_guarded, ${name}_guess))
    end as ${name}_price`,
  );
  return sql`(
    select *, ${prices} from (
      select *, ${guesses} from (
        select *, ${guarded} from ${rows} offset 0
      ) as guarded offset 0
    ) as guessed offset 0
  )`;
}
