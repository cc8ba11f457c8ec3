import { type SQL, sql } from 'drizzle-orm';
import { periodSeconds } from '#contract/enums.ts';
import { trendingLimits, type WashTradingFlag, washTradingThresholds } from '#contract/traders.ts';
import type { Database } from '#service/store/database.ts';
import { literal, timestamptz } from '#service/store/sql-text.ts';
import type { Scope } from './affected-jettons.ts';
import { before, passes } from './windows.ts';

const DAYS = 7;
const { day: DAY } = periodSeconds;
/** Value of the column `days` of the window of all days. */
const WEEK = DAYS;

/** Ages in seconds at which a trade enters or leaves a window. */
export const dayEdges = Array.from({ length: DAYS + 1 }, (_, day) => day * DAY);

function weekBefore(at: SQL): SQL {
  return sql`${at} - interval '${literal(DAYS * DAY)} seconds'`;
}

/** The window (T − (n + 1) days, T − n days] of a time in the week up to T = `at`, as n. */
function dayOf(time: SQL, at: SQL): SQL {
  return sql`floor(extract(epoch from ${at} - ${time}) / ${literal(DAY)})::smallint`;
}

/**
 * Calculates how volume is divided among the traders of the jettons in `scope` (specification: trading integrity, trending),
 * in one pass over the trades of 7 days. The reference for `concentrationCtes`.
 */
export async function calculateConcentration(db: Database, scope: Scope, at: Date): Promise<void> {
  const to = timestamptz(at);
  await db.execute(sql`delete from jetton_concentration where ${scope(sql`jetton_id`)}`);
  await db.execute(sql`
    with trader_day as materialized (
      select jetton_id, trader_id, ${dayOf(sql`time`, to)} as days, sum(coalesce(volume_usd, 0)) as volume,
        bool_or(buy) as bought, bool_or(not buy) as sold
      from trade
      where time > ${timestamptz(before(at, DAYS * DAY))} and time <= ${to} and ${scope(sql`jetton_id`)}
      group by 1, 2, 3
    ),
    trader_week as (
      select jetton_id, trader_id, sum(volume) as volume, bool_or(bought) as bought, bool_or(sold) as sold
      from trader_day
      group by 1, 2
    )
    insert into jetton_concentration (jetton_id, days, volume, squares, buyers, buyers_who_sold)
    select jetton_id, days, sum(volume), sum(volume * volume), 0, 0 from trader_day group by 1, 2
    union all
    select jetton_id, ${WEEK}::smallint, sum(volume), sum(volume * volume), count(*) filter (where bought),
      count(*) filter (where bought and (sold or exists (
        select from trade t
        where t.jetton_id = trader_week.jetton_id and t.trader_id = trader_week.trader_id and not t.buy and t.time <= ${to}
      )))
    from trader_week
    group by 1`);
}

/**
 * CTEs that move the windows from T = `from` to T = `to`, of a statement with the trades that it adds in `inserted`. Reads
 * the trades of the traders with a trade that is new or passes an edge. `concentrated` has the ids of the jettons.
 */
export function concentrationCtes(from: Date, to: Date): SQL {
  const passed = dayEdges.map(
    (age) => sql`select jetton_id, trader_id from trade
      where ${passes(age, from, to)}`,
  );
  return sql`
    moved_trader as materialized (
      select jetton_id, trader_id from inserted union ${sql.join(passed, sql` union `)}
    ),
    week_trade as (
      select t.* from moved_trader
      cross join lateral (
        select jetton_id, trader_id, time, buy, volume_usd, false as is_new from trade
        where jetton_id = moved_trader.jetton_id and trader_id = moved_trader.trader_id and buy in (false, true)
          and time > ${timestamptz(before(from, DAYS * DAY))} and time <= ${timestamptz(to)}
        offset 0
      ) as t
      union all
      select jetton_id, trader_id, time, buy, volume_usd, true from inserted
    ),
    trader_day as materialized (
      select jetton_id, trader_id, sign, at, ${dayOf(sql`time`, sql`at`)} as days,
        sum(coalesce(volume_usd, 0)) as volume, bool_or(buy) as bought, bool_or(not buy) as sold
      from week_trade
      join (values (-1, ${timestamptz(from)}), (1, ${timestamptz(to)})) as state (sign, at)
        on time > ${weekBefore(sql`at`)} and time <= at and not (is_new and sign = -1)
      group by 1, 2, 3, 4, 5
    ),
    new_sale as (select jetton_id, trader_id, min(time) as time from inserted where not buy group by 1, 2),
    trader_week as (
      select state.*, bought and (sold or coalesce(sign = 1 and new_sale.time <= at, false) or exists (
        select from trade t
        where t.jetton_id = state.jetton_id and t.trader_id = state.trader_id and not t.buy and t.time <= state.at
      )) as sold_ever
      from (
        select jetton_id, trader_id, sign, at, sum(volume) as volume, bool_or(bought) as bought, bool_or(sold) as sold
        from trader_day
        group by 1, 2, 3, 4
      ) as state
      left join new_sale using (jetton_id, trader_id)
    ),
    concentrated as (
      insert into jetton_concentration as stored (jetton_id, days, volume, squares, buyers, buyers_who_sold)
      select * from (
        select jetton_id, days, sum(sign * volume) as volume, sum(sign * volume * volume) as squares,
          0::bigint as buyers, 0::bigint as buyers_who_sold
        from trader_day group by 1, 2
        union all
        select jetton_id, ${WEEK}::smallint, sum(sign * volume), sum(sign * volume * volume),
          coalesce(sum(sign) filter (where bought), 0), coalesce(sum(sign) filter (where sold_ever), 0)
        from trader_week group by 1
      ) as change
      where (volume, squares, buyers, buyers_who_sold) <> (0, 0, 0, 0)
      on conflict (jetton_id, days) do update set volume = stored.volume + excluded.volume,
        squares = stored.squares + excluded.squares, buyers = stored.buyers + excluded.buyers,
        buyers_who_sold = stored.buyers_who_sold + excluded.buyers_who_sold
      returning jetton_id
    )`;
}

/**
 * Selects one row of ratios of jetton `j` at T = `at`, given `day`, its row of `jetton_activity` of 24 hours; null if
 * unknown. A usual day is the mean of the six days before the last 24 hours.
 */
export function selectConcentration(at: Date): SQL {
  const { minVolumeUsd, minEffectiveTraders } = trendingLimits;
  const [transactions, volume] = [
    sql`(day.transactions_buy + day.transactions_sell)`,
    sql`(day.volume_buy + day.volume_sell)`,
  ];
  const isFlagged = sql.join(
    Object.values(washTradingFlags(transactions, sql`day.traders`, volume)),
    sql` or `,
  );
  const week = sql`filter (where days = ${literal(WEEK)})`;
  const usual = sql`filter (where days between 1 and ${literal(DAYS - 1)}) / ${literal(DAYS - 1)}`;
  return sql`
    select effective_traders, buyers_who_sold, traders_vs_usual, volume_vs_usual,
      case when ${volume} >= ${literal(minVolumeUsd)} and day_traders >= ${literal(minEffectiveTraders)}
        and j.first_tick_at <= ${timestamptz(before(at, DAYS * DAY))} and not (${isFlagged}) then least(traders_vs_usual, volume_vs_usual) end as trending
    from (
      select ${ratio(sql`week_volume * week_volume`, sql`week_squares`)} as effective_traders,
        ${ratio(sql`100 * buyers_who_sold`, sql`buyers`)} as buyers_who_sold, day_traders,
        ${ratio(sql`day_traders`, sql`usual_traders`)} as traders_vs_usual,
        ${ratio(sql`day_volume`, sql`usual_volume`)} as volume_vs_usual
      from (
        select max(volume) ${week} as week_volume, max(squares) ${week} as week_squares,
          max(buyers) as buyers, max(buyers_who_sold) as buyers_who_sold,
          coalesce(max(effective) filter (where days = 0), 0) as day_traders, sum(effective) ${usual} as usual_traders,
          coalesce(max(volume) filter (where days = 0), 0) as day_volume, sum(volume) ${usual} as usual_volume
        from (
          select *, volume * volume / nullif(squares, 0) as effective
          from jetton_concentration where jetton_id = j.id
        ) as by_days
      ) as total
    ) as compared`;
}

/** A quotient with four decimals; null without a denominator. */
export function ratio(numerator: SQL, denominator: SQL): SQL {
  return sql`round((${numerator})::numeric / nullif(${denominator}, 0), 4)::float8`;
}

/** SQL conditions that the figures of 24 hours have the signs of wash trading. */
export function washTradingFlags(
  transactions: SQL,
  traders: SQL,
  volume: SQL,
): Readonly<Record<WashTradingFlag, SQL>> {
  const { transactions: many, volume: large } = washTradingThresholds;
  const atLeast = (value: SQL, threshold: number, perTrader: number) =>
    sql`${value} >= ${literal(threshold)} and ${value} >= ${literal(perTrader)} * ${traders}`;
  return {
    transactions: sql`(${atLeast(transactions, many.transactions, many.transactionsPerTrader)})`,
    volume: sql`(${atLeast(volume, large.volumeUsd, large.volumePerTraderUsd)}
      and ${transactions} >= ${literal(large.transactionsPerTrader)} * ${traders})`,
  };
}
