import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { type Candle, type CandleInterval, candleSeconds } from '#contract/candles.ts';
import { NotFoundError } from '#contract/errors.ts';
import { intervalStart } from '#contract/interval-start.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { calculationHash } from '#service/market/calculate.ts';
import {
  candleColumns,
  combinedParts,
  intervalOf,
  selectTicks,
  startOfInterval,
} from '#service/market/candles.ts';
import { swapOf } from '#service/market/trade-values.ts';
import { type CursorKeyType, pageOf, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  dateFromMicroseconds,
  fromMicroseconds,
  timestamptz,
  toMilliseconds,
} from '#service/store/sql-text.ts';
import { marketSource } from './markets.ts';
import { missingOfPool } from './missing-data.ts';
import { displayed, displayedUnscaled, marketMultipliers } from './multipliers.ts';
import { optionalAmount } from './response-parts.ts';

const candleCursorKeyTypes: readonly CursorKeyType[] = ['time'];

/** Extension: the candles of a market (metrics: candles and trades). */
export async function getJettonMarketCandles(
  context: ServiceContext,
  { limit, cursor, ...list }: InputOf<ServedOperations['getJettonMarketCandles']>,
): Promise<ResponseOf<ServedOperations['getJettonMarketCandles']>> {
  const [before] = readCursor(list, candleCursorKeyTypes, cursor) ?? [];
  const { interval } = list;
  const query = {
    ...list,
    limit: limit + 1,
    from: list.from && firstStart(list.from, interval),
    to: list.to && firstStart(list.to, interval),
    before: before ? dateFromMicroseconds(before).getTime() : undefined,
  };
  const now = context.clock.now();
  const candles = await queryCandles(context.store.db, query, now);
  if (!candles) throw new NotFoundError(list.poolAddress);
  const { page, last } = pageOf(candles, limit);
  // Of the whole page, with the intervals that have no candle.
  const from = last ? Number(last.time) : (query.from ?? Number.NEGATIVE_INFINITY);
  const end = Math.min(query.before ?? now.getTime(), query.to ?? Number.POSITIVE_INFINITY);
  const missing = await missingOfPool(context, list.poolAddress, { from, to: end });
  return { items: page.map(candleOf), missing, next: last && writeCursor(list, [`${last.time}000`]) };
}

/** Returns the first start of an interval from a time on, in milliseconds. */
function firstStart(time: Date, interval: CandleInterval): number {
  const length = candleSeconds[interval];
  return (intervalStart((time.getTime() - 1) / 1000, length) + length) * 1000;
}

const counterpartJoin = sql`left join jetton c on c.id = m.counterpart_id`;
const multiplierJoins = (id: number) =>
  sql`join market m on m.id = ${id} join jetton j on j.id = m.jetton_id ${counterpartJoin} ${marketMultipliers}`;

interface CandlesQuery {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly interval: CandleInterval;
  readonly limit: number;
  /** Starts of intervals, in milliseconds. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The start of a candle, in milliseconds. Only older ones are returned. */
  readonly before: number | undefined;
}

const parts = ['open', 'high', 'low', 'close', 'volume'] as const;
type ValueColumn = `${(typeof parts)[number]}_${PriceUnit}`;

/** Values are decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface CandleRow extends Readonly<Record<ValueColumn, string | null>> {
  /** Start of the interval, in milliseconds since 1970. */
  readonly time: string;
  readonly transactions: number;
  readonly buys: number;
  readonly traders: number;
  readonly complete: boolean;
}

function candleOf(row: CandleRow): Candle {
  const valuesOf = (part: (typeof parts)[number]) => ({
    counterpart: amountFromDecimal(row[`${part}_counterpart`] ?? '0'),
    ton: optionalAmount(row[`${part}_ton`]),
    usd: optionalAmount(row[`${part}_usd`]),
  });
  const { time, transactions, buys, traders, complete } = row;
  return {
    time: new Date(Number(time)).toISOString(),
    open: valuesOf('open'),
    high: valuesOf('high'),
    low: valuesOf('low'),
    close: valuesOf('close'),
    volume: valuesOf('volume'),
    transactions,
    buys,
    sells: transactions - buys,
    traders,
    complete,
  };
}

/** Returns up to `limit` candles of the ticks until `at`, newest first; undefined if the market does not exist. */
async function queryCandles(db: Database, query: CandlesQuery, at: Date): Promise<CandleRow[] | undefined> {
  const { address, poolAddress, interval, limit, from, to, before } = query;
  const length = candleSeconds[interval] * 1000;
  const end = Math.min(at.getTime() + 1, to ?? Number.POSITIVE_INFINITY, before ?? Number.POSITIVE_INFINITY);
  const [market] = await rows<{ id: number; start: string | null; scaled: boolean }>(
    db,
    sql`
      with recursive m as (
          select m.id, coalesce(asset_multiplier.numerator, counterpart_multiplier.numerator) is not null as scaled
          from ${marketSource(address, poolAddress)} ${counterpartJoin} ${marketMultipliers}
        ),
        candle (start) as (
          select ${newestStart(length, milliseconds(end), from)} from m
          union all
          select ${newestStart(length, sql`candle.start`, from)} from candle, m where candle.start is not null
        )
      select m.id, m.scaled, (
        select ${toMilliseconds(sql`min(start)`)} from (select start from candle limit ${limit}) as page
      ) as start
      from m`,
  );
  if (!market) return undefined;
  const { id, start, scaled } = market;
  return start === null
    ? []
    : rows<CandleRow>(
        db,
        selectCandles({ id, length, start: Number(start), end, scaled }, await calculationHash(), at),
      );
}

/**
 * Scalar subquery with the start of the newest candle of market `m` before a time. One search of the index for each candle
 * finds the range of a page, however many ticks the candles and however much time the gaps between them have.
 */
function newestStart(length: number, before: SQL, from: number | undefined): SQL {
  const since = from === undefined ? sql`` : sql`and t.time >= ${milliseconds(from)}`;
  return sql`(
    select ${startOfInterval(intervalOf(length / 1000), sql`t.time`)} from trade t
    where t.market_id = m.id and t.dust = false and t.time < ${before} ${since}
    order by t.time desc, t.lt desc
    limit 1)`;
}

function milliseconds(time: number): SQL {
  return fromMicroseconds(`${time}000`);
}

interface CandleRange {
  /** Of the market. */
  readonly id: number;
  /** All in milliseconds. */
  readonly length: number;
  readonly start: number;
  readonly end: number;
  /** Whether a side of the market has a multiplier. Planning their use takes several times as long as the rest of the query. */
  readonly scaled: boolean;
}

function selectCandles(range: CandleRange, hash: string, at: Date): SQL {
  const { id, length, scaled } = range;
  const interval = intervalOf(length / 1000);
  const tick = (order: SQL) => sql`lateral (
      select t.counterpart, t.ton, t.usd from trade t
      where t.market_id = ${id}::integer and t.dust = false and t.time >= k.start and t.time < k.start + ${interval}
        and t.time <= ${timestamptz(at)}
      order by t.time ${order}, t.lt ${order}
      limit 1)`;
  const ends = priceUnits.map((unit) => {
    const isKnown = sql.raw(`k.high_${unit} is not null`);
    return sql`case when ${isKnown} then ${sql.raw(`first.${unit}`)} end as ${sql.raw(`open_${unit}`)},
      case when ${isKnown} then ${sql.raw(`last.${unit}`)} end as ${sql.raw(`close_${unit}`)}`;
  });
  const shown = scaled ? displayed : displayedUnscaled;
  const prices = priceUnits.flatMap((unit) => {
    const displayedPrice = unit === 'counterpart' ? shown.roundedRatio : shown.roundedPrice;
    return ['ends.open', 'k.high', 'k.low', 'ends.close'].map(
      (part) =>
        sql`(${displayedPrice(sql.raw(`${part}_${unit}`))})::text as ${sql.raw(`${part.split('.')[1]}_${unit}`)}`,
    );
  });
  // Prices against TON are stored once.
  const inTon = (part: string) =>
    sql.raw(`case when m.counterpart_id = 0 then ${part}_counterpart else ${part}_ton end`);
  return sql`
    select ${toMilliseconds(sql`k.start`)} as "time", ${sql.join(prices, sql`, `)},
      (${shown.counterpart(sql`k.volume_counterpart`)})::text as volume_counterpart,
      k.volume_ton, k.volume_usd, k.transactions, k.buys, k.traders,
      k.start + ${interval} <= least(${timestamptz(at)}, pool.head) and not exists (
        select from feed_range r
        where r.feed = pool.feed and r.subject in ('', pool.address) and r.read_at is null
          and r.from_time < k.start + ${interval} and r.to_time > k.start
      ) as complete
    from (
      select known.start, transactions, buys, traders,
        high_counterpart, low_counterpart, volume_counterpart,
        ${inTon('high')} as high_ton, ${inTon('low')} as low_ton, sum_round(${inTon('volume')}, 9) as volume_ton,
        high_usd, low_usd, sum_round(volume_usd, 6) as volume_usd
      from (${selectKnownCandles(range, hash)}) as known
      join market m on m.id = ${id}
      offset 0
    ) as k
    cross join (
      select pool.feed, pool.address, feed.head
      from market m join pool on pool.id = m.pool_id left join feed on feed.name = pool.feed
      where m.id = ${id}
      offset 0
    ) as pool
    ${scaled ? multiplierJoins(id) : sql``}
    cross join ${tick(sql`asc`)} as first
    cross join ${tick(sql`desc`)} as last
    cross join lateral (select ${sql.join(ends, sql`, `)} offset 0) as ends
    order by k.start desc`;
}

/**
 * Stored candles, and those of the ticks in the gaps between them. A candle that is stored with ticks after the range is
 * derived from the ticks in it. The id is a constant, because the planner would otherwise expect the ticks of an average market,
 * and might read those of all markets by time.
 */
function selectKnownCandles({ id, length, start, end }: CandleRange, hash: string): SQL {
  const interval = intervalOf(length / 1000);
  const [rangeStart, rangeEnd] = [milliseconds(start), milliseconds(end)];
  const ticks = sql`gap
    join market m on m.id = ${id}
    cross join lateral (
      select * from trade
      where trade.market_id = ${id}::integer and trade.dust = false
        and trade.time >= gap.start and trade.time < gap.end
      order by trade.time, trade.lt
      offset 0
    ) as t
    ${swapOf(sql`t.lt`)}`;
  return sql`
    with stored as materialized (
      select start, traders, ${candleColumns}
      from candle
      where candle.market_id = ${id} and candle.length = ${length / 1000}::int
        and candle.start >= ${rangeStart} and candle.start < ${rangeEnd}
        and (candle.start + ${interval} <= ${rangeEnd} or not exists (
          select from trade t
          where t.market_id = ${id} and t.dust = false and t.time >= ${rangeEnd} and t.time < candle.start + ${interval}
        ))
        and (select ${hash}::text = any(calculation_hashes) from dataset)
    ),
    gap as (
      select coalesce(lag(start + ${interval}) over (order by start), ${rangeStart}) as start, start as end
      from (select start from stored union all select ${rangeEnd}) as known
    )
    select * from stored
    union all
    select start, count(distinct trader_id)::int as traders, ${combinedParts}
    from (${selectTicks(ticks, sql`${startOfInterval(interval, sql`t.time`)} as start, t.trader_id`)}) as tick
    group by 1`;
}
