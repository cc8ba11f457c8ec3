import { type SQL, sql } from 'drizzle-orm';
import { candleSeconds } from '#contract/candles.ts';
import { FIRST_MONDAY, intervalStart } from '#contract/interval-start.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { type Database, rows } from '#service/store/database.ts';
import { literal, rowsOf } from '#service/store/sql-text.ts';
import { type SwapKey, swapKeyRows } from './move-windows.ts';
import { counterpartAmount, counterpartValue, swapOf, volumeScale } from './trade-values.ts';

const MINUTE = candleSeconds['1m'];
export const DAY = candleSeconds['1d'];

/**
 * Lengths in seconds of the intervals whose candles are stored, each a multiple of the one before. Longer ones are combined
 * from shorter ones, except for their traders, who may be the same.
 */
export const storedLengths: readonly number[] = Object.values(candleSeconds);

/**
 * Returns the ticks from which on a candle of that length is stored. Fewer are quickly read, and the rows of most intervals
 * would take much space.
 */
export function minStoredTicks(length: number): number {
  if (length === MINUTE) return 3;
  return length === candleSeconds['5m'] ? 6 : 12;
}

const aggregates = [
  ['high', 'max'],
  ['low', 'min'],
  ['volume', 'sum'],
] as const;

const unitColumns = priceUnits.flatMap((unit) =>
  aggregates.map(([part, aggregate]) => ({ column: `${part}_${unit}`, aggregate })),
);
const columns = ['transactions', 'buys', ...unitColumns.map(({ column }) => column)];
export const candleColumns: SQL = sql.raw(columns.join(', '));
const lengthRows = sql.raw(
  `(values ${storedLengths.map((length) => `(${length}, ${minStoredTicks(length)})`).join(', ')}) as lengths (length, min_ticks)`,
);

/** Combines parts of a candle: ticks, or shorter candles. A unit in which one of them has no value has none. */
export const combinedParts: SQL = sql.raw(
  [
    'sum(transactions)::integer as transactions, sum(buys)::integer as buys',
    ...unitColumns.map(
      ({ column, aggregate }) =>
        `case when count(${column}) = count(*) then ${aggregate}(${column}) end as ${column}`,
    ),
  ].join(', '),
);

/** Assignments that combine the row of `candle` with that of `added`, as `combinedParts` does. */
const additions = sql.raw(
  [
    ...['transactions', 'buys'].map((column) => `${column} = candle.${column} + added.${column}`),
    ...unitColumns.map(({ column, aggregate }) => {
      const [stored, added] = [`candle.${column}`, `added.${column}`];
      if (aggregate === 'sum') return `${column} = ${stored} + ${added}`;
      const combined = `${aggregate === 'max' ? 'greatest' : 'least'}(${stored}, ${added})`;
      return `${column} = case when ${stored} is not null and ${added} is not null then ${combined} end`;
    }),
  ].join(', '),
);

/** The columns of `combinedParts` of ticks. `from` is a FROM clause with `market m`, its ticks `trade t` and their `swap s`. */
export function selectTicks(from: SQL, others: SQL): SQL {
  const unlessTon = (value: SQL) => sql`case when m.counterpart_id <> 0 then ${value} end`;
  const volumeTon = sql`round(${counterpartAmount} * counterpart.ton, ${volumeScale})`;
  return sql`
    select ${others}, 1 as transactions, t.buy::integer as buys,
      t.counterpart as high_counterpart, t.counterpart as low_counterpart, ${counterpartAmount} as volume_counterpart,
      ${unlessTon(sql`t.ton`)} as high_ton, ${unlessTon(sql`t.ton`)} as low_ton, ${unlessTon(volumeTon)} as volume_ton,
      t.usd as high_usd, t.usd as low_usd, t.volume_usd
    from ${from}
    ${counterpartValue(unlessTon(sql`ton_usd(s.time, s.lt)`))}`;
}

/** Start of the interval of `length`, an interval in SQL, that contains `time`. */
export function startOfInterval(length: SQL, time: SQL): SQL {
  return sql`date_bin(${length}, ${time}, to_timestamp(${literal(FIRST_MONDAY)}))`;
}

/** An interval of SQL, of that many seconds. */
export function intervalOf(length: number): SQL {
  return sql.raw(`interval '${length} seconds'`);
}

/** A market and a minute, in Unix seconds, with ticks that are new or have other values. */
export interface TouchedMinute {
  readonly marketId: number;
  readonly minute: number;
}

/** SQL expression for `TouchedMinute.minute`. */
export function minuteOf(time: SQL): SQL {
  return sql`(floor(extract(epoch from ${time}) / ${literal(MINUTE)}) * ${literal(MINUTE)})::integer`;
}

/** The interval of a length in a market. Times are in Unix seconds. */
export interface Bucket {
  readonly marketId: number;
  readonly length: number;
  readonly start: number;
}

interface TradedBucket extends Bucket {
  /** Whether its candle must be stored: it has none and, with new ticks, has enough. */
  readonly isFull: boolean;
}

/**
 * Brings the candles up to date after the trades of `newSwaps` were inserted, and those of `revalued` minutes changed
 * their values, in any order. Returns the days with such trades, in Unix seconds.
 */
export async function updateCandles(
  db: Database,
  newSwaps: readonly SwapKey[],
  revalued: readonly TouchedMinute[],
): Promise<readonly number[]> {
  const traded = newSwaps.length === 0 ? [] : await addTicks(db, newSwaps);
  const changed = revalued.length === 0 ? [] : await storedBuckets(db, revalued);
  await storeCandles(db, [...changed, ...traded.filter(({ isFull }) => isFull)]);
  const days = [
    ...traded.filter(({ length }) => length === DAY).map(({ start }) => start),
    ...revalued.map(({ minute }) => intervalStart(minute, DAY)),
  ];
  return [...new Set(days)];
}

/** Returns the intervals with one of the minutes that have a stored candle. */
function storedBuckets(db: Database, minutes: readonly TouchedMinute[]): Promise<Bucket[]> {
  return rows(
    db,
    sql`
    select market_id as "marketId", length, extract(epoch from start)::integer as start
    from (
      select distinct market_id, length,
        ${startOfInterval(sql`make_interval(secs => length)`, sql`to_timestamp(minute)`)} as start
      from ${rowsOf('touched', minutes, {
        market_id: ['integer', ({ marketId }) => marketId],
        minute: ['integer', ({ minute }) => minute],
      })}
      cross join ${lengthRows}
    ) as bucket
    where ${isStored(sql`bucket.length`, sql`bucket.market_id`, sql`bucket.start`)}`,
  );
}

/** Calculates the candles of intervals and stores those with enough ticks. Stored ones keep their number of traders. */
export async function storeCandles(db: Database, buckets: readonly Bucket[]): Promise<void> {
  for (const [index, length] of storedLengths.entries()) {
    const ofLength = buckets.filter((bucket) => bucket.length === length);
    if (ofLength.length > 0) await storeLength(db, length, storedLengths[index - 1], ofLength);
  }
}

/** Adds the ticks of new swaps to stored candles. Returns all intervals of `storedLengths` with such ticks. */
function addTicks(db: Database, newSwaps: readonly SwapKey[]): Promise<TradedBucket[]> {
  const newTicks = sql`${swapKeyRows(newSwaps)}
    join swap s on s.pool_id = swap_key.pool_id and s.lt = swap_key.lt
    join market m on m.pool_id = s.pool_id
    join trade t on t.market_id = m.id and t.dust = false and t.time = s.time and t.lt = s.lt`;
  const length = sql`make_interval(secs => length)`;
  return rows(
    db,
    sql`
    with tick as materialized (
      select length, min_ticks, ${startOfInterval(length, sql`time`)} as start, new_tick.*
      from (${selectTicks(newTicks, sql`m.id as market_id, s.pool_id, s.time, s.trader_id`)}) as new_tick
      cross join ${lengthRows}
    ),
    added as materialized (
      select market_id, length, start, min_ticks, ${combinedParts} from tick group by 1, 2, 3, 4
    ),
    stored as materialized (
      select added.market_id, added.length, added.start
      from added
      cross join lateral (
        select from candle
        where candle.market_id = added.market_id and candle.length = added.length and candle.start = added.start
        offset 0
      ) as candle
    ),
    entered as materialized (
      select market_id, length, start, count(distinct trader_id) as traders
      from tick join stored using (market_id, length, start)
      where not exists (
        select from trade t
        where t.market_id = tick.market_id and t.trader_id = tick.trader_id and not t.dust
          and t.time >= tick.start and t.time < tick.start + ${length}
          and (tick.pool_id, t.lt) not in (select pool_id, lt from ${swapKeyRows(newSwaps)})
      )
      group by 1, 2, 3
    ),
    updated as (
      update candle set traders = candle.traders + coalesce(entered.traders, 0), ${additions}
      from stored
      join added using (market_id, length, start)
      left join entered using (market_id, length, start)
      where candle.market_id = stored.market_id and candle.length = stored.length and candle.start = stored.start
    )
    select added.market_id as "marketId", added.length, extract(epoch from added.start)::integer as start,
      stored.market_id is null and not exists (
        select from candle_backlog b
        where added.market_id > b.market_id
          or added.market_id = b.market_id and added.start + ${length} > to_timestamp(b.since)
      ) and added.min_ticks <= (
        select count(*)
        from (${ticksFrom(sql`added.market_id`, sql`added.start`, length)} limit added.min_ticks) as tick
      ) as "isFull"
    from added left join stored using (market_id, length, start)`,
  );
}

/**
 * Stores the candles of intervals of one length. `shorter` is the length of the candles that these are combined from; undefined
 * for the shortest.
 */
async function storeLength(
  db: Database,
  length: number,
  shorter: number | undefined,
  buckets: readonly Bucket[],
): Promise<void> {
  const changed = (table: string) => sql.raw(columns.map((name) => `${table}.${name}`).join(', '));
  await db.execute(sql`
    with part_range as materialized (
      select market_id, to_timestamp(second) as start, to_timestamp(second + part) as part_start
      from ${rowsOf('bucket', buckets, {
        market_id: ['integer', ({ marketId }) => marketId],
        second: ['integer', ({ start }) => start],
      })}
      cross join generate_series(0, ${sql.raw(`${length - 1}, ${shorter ?? length}`)}) as part
    ),
    calculated as materialized (
      select market_id, start, ${combinedParts}
      from (${shorter === undefined ? selectRangeTicks(length) : selectParts(shorter)}) as part
      group by 1, 2
      having sum(transactions) >= ${minStoredTicks(length)}::integer
    )
    insert into candle (market_id, length, start, traders, ${candleColumns})
    select market_id, ${length}::integer, start, coalesce(
        (
          select traders from candle
          where candle.market_id = c.market_id and candle.length = ${length}::integer and candle.start = c.start
        ),
        (
          select count(distinct trader_id)
          from (${ticksFrom(sql`c.market_id`, sql`c.start`, intervalOf(length))}) as tick
        )
      ), ${candleColumns}
    from calculated c
    on conflict (market_id, length, start) do update
    set (${candleColumns}) = row(${changed('excluded')})
    where (${changed('candle')}) is distinct from (${changed('excluded')})`);
}

/** The parts of each row of `part_range`: stored candles of that length or, where there is none, the ticks. */
function selectParts(length: number): SQL {
  const [market, start] = [sql`part_range.market_id`, sql`part_range.part_start`];
  return sql`
    select ${market}, part_range.start, ${candleColumns}
    from part_range cross join lateral (
      select * from candle
      where candle.market_id = ${market} and candle.length = ${length}::integer and candle.start = ${start}
      offset 0
    ) as part
    union all
    ${selectRangeTicks(length, sql`where not ${isStored(sql`${length}::integer`, market, start)} offset 0`)}`;
}

/** Whether a candle is stored. As a scalar, because the planner would read all candles for `exists`. */
function isStored(length: SQL, market: SQL, start: SQL): SQL {
  return sql`coalesce((
    select true from candle
    where candle.market_id = ${market} and candle.length = ${length} and candle.start = ${start}
  ), false)`;
}

/** The ticks of a market in an interval. Their order makes the planner use the index by time, not that by trader and time. */
function ticksFrom(market: SQL, start: SQL, length: SQL): SQL {
  return sql`
    select * from trade
    where trade.market_id = ${market} and trade.dust = false
      and trade.time >= ${start} and trade.time < ${start} + ${length}
    order by trade.time, trade.lt
    offset 0`;
}

/** The ticks of ranges of that length. */
function selectRangeTicks(length: number, condition = sql``): SQL {
  const ticks = sql`(select * from part_range ${condition}) as tick_range
    join market m on m.id = tick_range.market_id
    cross join lateral (${ticksFrom(sql`m.id`, sql`tick_range.part_start`, intervalOf(length))}) as t
    ${swapOf(sql`t.lt`)}`;
  return selectTicks(ticks, sql`tick_range.market_id, tick_range.start`);
}
