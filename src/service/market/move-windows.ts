import { type SQL, sql } from 'drizzle-orm';
import { countPeriods, poolCountPeriods } from '#contract/enums.ts';
import { type Database, queryIds, rows } from '#service/store/database.ts';
import { rowsOf } from '#service/store/sql-text.ts';
import { jettonActivityColumns, marketActivityColumns } from './count-windows.ts';
import { selectTrades, tradeColumns } from './trade-values.ts';
import { concentrationCtes, dayEdges } from './trader-concentration.ts';
import { edgeAges, passes, windowMoves, windowRows } from './windows.ts';

/** Identifies a swap. */
export interface SwapKey {
  readonly poolId: number;
  readonly lt: string;
}

/** Rows `swap_key (pool_id, lt)`. */
export function swapKeyRows(keys: readonly SwapKey[]): SQL {
  return rowsOf('swap_key', keys, {
    pool_id: ['int', ({ poolId }) => poolId],
    lt: ['bigint', ({ lt }) => lt],
  });
}

/** What a move of the windows affects. */
interface MovedWindows {
  readonly touched: readonly TouchedMarket[];
  /** Ids of the jettons with changed rows in `jetton_concentration`. */
  readonly concentrated: readonly number[];
}

/** A market with a trade that is new, or has passed an edge of a window or the start of a period. */
interface TouchedMarket {
  readonly marketId: number;
  readonly jettonId: number;
}

/**
 * Moves all windows from T = `from` to T = `to` and inserts the trades of new swaps (metrics: changes over periods).
 * Reads the trades that have passed an edge since `from`, and adds or subtracts them; the cost does not depend on the
 * number of stored trades. The whole statement sees `trade` as it was before, without the inserted trades.
 */
export async function updateActivity(
  db: Database,
  from: Date,
  to: Date,
  newSwaps: readonly SwapKey[],
): Promise<MovedWindows> {
  if (newSwaps.length === 0 && !(await passesEdge(db, from, to))) return { touched: [], concentrated: [] };
  const found = await rows<{ marketId: number | null; jettonId: number }>(
    db,
    sql`
    with ${insertedTradesCte(newSwaps)},
    passed as (
      ${sql.join(
        edgeAges.map(
          (age) => sql`select market_id, jetton_id, time, lt, trader_id, buy, volume_usd from trade
            where ${passes(age, from, to)}`,
        ),
        sql` union `,
      )}
    ),
    affected as materialized (
      select market_id, jetton_id, time, trader_id, buy, volume_usd, false as is_new from passed
      union all
      select market_id, jetton_id, time, trader_id, buy, volume_usd, true from inserted
    ),
    ${jettonActivityCte(from, to)},
    ${marketActivityCte(from, to)},
    ${concentrationCtes(from, to)}
    select distinct market_id as "marketId", jetton_id as "jettonId" from affected
    union all
    select distinct null::int, jetton_id from concentrated`,
  );
  return {
    touched: found.flatMap(({ marketId, jettonId }) => (marketId === null ? [] : { marketId, jettonId })),
    concentrated: found.flatMap(({ marketId, jettonId }) => (marketId === null ? jettonId : [])),
  };
}

/** Whether a trade passes an edge of any window. In quiet markets, most rounds have none. */
async function passesEdge(db: Database, from: Date, to: Date): Promise<boolean> {
  const ages = new Set([...edgeAges, ...dayEdges]);
  const passed = [...ages].map((age) => sql`exists (select from trade where ${passes(age, from, to)})`);
  const [found] = await rows<{ isPassed: boolean }>(
    db,
    sql`select ${sql.join(passed, sql` or `)} as "isPassed"`,
  );
  return found?.isPassed ?? false;
}

function insertedTradesCte(newSwaps: readonly SwapKey[]): SQL {
  if (newSwaps.length === 0)
    return sql`inserted as (
      select market_id, jetton_id, time, trader_id, buy, volume_usd from trade where false
    )`;
  const swaps = sql`${swapKeyRows(newSwaps)}
    join swap s on s.pool_id = swap_key.pool_id and s.lt = swap_key.lt
    join market m on m.pool_id = s.pool_id`;
  return sql`inserted as (
    insert into trade (${tradeColumns}) ${selectTrades(swaps)}
    on conflict do nothing
    returning market_id, jetton_id, time, trader_id, buy, volume_usd
  )`;
}

/**
 * CTEs that update `jetton_activity`. A trader enters a window with their first trade in it and leaves it with their
 * last: `existed_…` and `exists_…` are whether they have one before and after the move.
 */
function jettonActivityCte(from: Date, to: Date): SQL {
  const trade = (buy: boolean, start: string, end: string) =>
    sql.raw(`exists (
      select from trade t
      where t.jetton_id = moved.jetton_id and t.trader_id = moved.trader_id and t.buy = ${buy}
        and t.time > moved.${start} and t.time <= moved.${end}
    )`);
  return sql`
    jetton_move as materialized (${moves(windowMoves(countPeriods, from, to))}),
    jetton_trader as (
      select jetton_id, period, is_previous,
        (exists_buy or exists_sell)::int - (existed_buy or existed_sell)::int as traders,
        exists_buy::int - existed_buy::int as traders_buy,
        exists_sell::int - existed_sell::int as traders_sell
      from (
        select jetton_id, period, is_previous,
          ${trade(true, 'old_start', 'old_end')} as existed_buy,
          ${trade(false, 'old_start', 'old_end')} as existed_sell,
          enters_buy or ${trade(true, 'new_start', 'new_end')} as exists_buy,
          enters_sell or ${trade(false, 'new_start', 'new_end')} as exists_sell
        from (
          select jetton_id, trader_id, period, is_previous, old_start, old_end, new_start, new_end,
            bool_or(is_new and buy) as enters_buy, bool_or(is_new and not buy) as enters_sell
          from jetton_move
          group by 1, 2, 3, 4, 5, 6, 7, 8
        ) as moved
      ) as found
    ),
    jetton_change as (
      select jetton_id, period, is_previous,
        sum(sign) filter (where buy) as transactions_buy,
        sum(sign) filter (where not buy) as transactions_sell,
        sum(sign * volume_usd) filter (where buy) as volume_buy,
        sum(sign * volume_usd) filter (where not buy) as volume_sell,
        null::bigint as traders, null::bigint as traders_buy, null::bigint as traders_sell
      from jetton_move
      group by 1, 2, 3
      union all
      select jetton_id, period, is_previous, null, null, null, null, sum(traders), sum(traders_buy), sum(traders_sell)
      from jetton_trader
      group by 1, 2, 3
    ),
    updated_jetton as (${addChanges('jetton_activity', 'jetton_id', 'jetton_change', jettonActivityColumns)})`;
}

/** CTEs that update `market_activity`. */
function marketActivityCte(from: Date, to: Date): SQL {
  const trade = (start: string, end: string) =>
    sql.raw(`exists (
      select from trade t
      where t.market_id = moved.market_id and t.trader_id = moved.trader_id
        and t.time > moved.${start} and t.time <= moved.${end}
    )`);
  return sql`
    market_move as materialized (${moves(windowMoves(poolCountPeriods, from, to))}),
    market_change as (
      select market_id, period, is_previous,
        sum(sign) as transactions, sum(sign * volume_usd) as volume, null::bigint as traders
      from market_move
      group by 1, 2, 3
      union all
      select market_id, period, is_previous, null, null,
        sum((enters or ${trade('new_start', 'new_end')})::int - ${trade('old_start', 'old_end')}::int)
      from (
        select market_id, trader_id, period, is_previous, old_start, old_end, new_start, new_end, bool_or(is_new) as enters
        from market_move
        group by 1, 2, 3, 4, 5, 6, 7, 8
      ) as moved
      group by 1, 2, 3
    ),
    updated_market as (${addChanges('market_activity', 'market_id', 'market_change', marketActivityColumns)})`;
}

/** Affected trades that enter (`sign` 1) or leave (−1) a window. */
function moves(windows: SQL): SQL {
  return sql`
    select affected.*, move.*, case when is_inside then 1 else -1 end as sign
    from affected
    cross join ${windows}
    cross join lateral (
      select not is_new and time > old_start and time <= old_end as was_inside,
        time > new_start and time <= new_end as is_inside
    ) as state
    where was_inside <> is_inside`;
}

/** Adds the changes of the current and the previous windows to a row of an activity table. */
function addChanges(table: string, key: string, changes: string, columns: readonly string[]): SQL {
  const sums = columns.flatMap((name) => [
    `coalesce(sum(${name}) filter (where not is_previous), 0) as ${name}`,
    `coalesce(sum(${name}) filter (where is_previous), 0) as previous_${name}`,
  ]);
  const assignments = columns
    .flatMap((name) => [name, `previous_${name}`])
    .map((name) => `${name} = activity.${name} + change.${name}`);
  return sql.raw(`
    update ${table} activity set ${assignments.join(', ')}
    from (select ${key}, period, ${sums.join(', ')} from ${changes} group by 1, 2) as change
    where activity.${key} = change.${key} and activity.period = change.period`);
}

/**
 * Revalues stored trades, and corrects the volumes of the windows at T = `at`. `stale` is a query of `(market_id, lt)`.
 * Returns the ids of the jettons whose volumes changed.
 */
export async function revalueTrades(db: Database, stale: SQL, at: Date): Promise<number[]> {
  const swaps = sql`(${stale}) as stale
    join market m on m.id = stale.market_id
    join swap s on s.pool_id = m.pool_id and s.lt = stale.lt`;
  const corrections = (table: string, key: string, columns: SQL, periods: SQL) => sql`
    update ${sql.raw(table)} activity set ${columns}
    from (
      select ${sql.raw(key)}, period.period,
        coalesce(sum(change) filter (where time > current_start and buy), 0) as current_buy,
        coalesce(sum(change) filter (where time > current_start and not buy), 0) as current_sell,
        coalesce(sum(change) filter (where time <= current_start and buy), 0) as previous_buy,
        coalesce(sum(change) filter (where time <= current_start and not buy), 0) as previous_sell
      from corrected join ${periods} on time > previous_start and time <= period.at
      group by 1, 2
    ) as correction
    where activity.${sql.raw(key)} = correction.${sql.raw(key)} and activity.period = correction.period`;
  return await queryIds(
    db,
    sql`
    with valued as materialized (${selectTrades(swaps)}),
    corrected as materialized (
      select old.market_id, old.jetton_id, old.time, old.lt, old.dust, old.buy,
        coalesce(valued.volume_usd, 0) - coalesce(old.volume_usd, 0) as change,
        valued.volume_usd, valued.ton_price, valued.usd_price
      from valued
      join trade old using (market_id, dust, time, lt)
      where (old.volume_usd, old.ton, old.usd) is distinct from (valued.volume_usd, valued.ton_price, valued.usd_price)
    ),
    updated_trade as (
      update trade set volume_usd = corrected.volume_usd, ton = corrected.ton_price, usd = corrected.usd_price
      from corrected
      where trade.market_id = corrected.market_id and trade.dust = corrected.dust
        and trade.time = corrected.time and trade.lt = corrected.lt
    ),
    updated_jetton as (${corrections(
      'jetton_activity',
      'jetton_id',
      sql`volume_buy = volume_buy + current_buy, volume_sell = volume_sell + current_sell,
        previous_volume_buy = previous_volume_buy + previous_buy,
        previous_volume_sell = previous_volume_sell + previous_sell`,
      windowRows(countPeriods, at),
    )}),
    updated_market as (${corrections(
      'market_activity',
      'market_id',
      sql`volume = volume + current_buy + current_sell,
        previous_volume = previous_volume + previous_buy + previous_sell`,
      windowRows(poolCountPeriods, at),
    )})
    select distinct jetton_id as id from corrected where change <> 0`,
  );
}
