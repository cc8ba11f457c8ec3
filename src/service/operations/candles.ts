import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { type Candle, type CandleInterval, candleSeconds } from '#contract/candles.ts';
import { NotFoundError } from '#contract/errors.ts';
import { FIRST_MONDAY, intervalStart } from '#contract/interval-start.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { timestamptz } from '#service/market/affected-jettons.ts';
import { counterpartAmount, counterpartValue } from '#service/market/trade-values.ts';
import { type CursorKeyType, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { fromMicroseconds } from '#service/store/sql-text.ts';
import { marketSource } from './markets.ts';
import { displayed, marketMultipliers } from './multipliers.ts';
import { optionalAmount } from './response-parts.ts';

const candleCursorKeyTypes: readonly CursorKeyType[] = ['time'];

/** Extension: the candles of a market (metrics: candles and trades). */
export async function getJettonMarketCandles(
  { store, clock }: ServiceContext,
  { limit, cursor, ...list }: InputOf<ServedOperations['getJettonMarketCandles']>,
): Promise<ResponseOf<ServedOperations['getJettonMarketCandles']>> {
  const [before] = readCursor(list, candleCursorKeyTypes, cursor) ?? [];
  const query = { ...list, limit: limit + 1, before: before ? Number(BigInt(before) / 1000n) : undefined };
  const candles = await queryCandles(store.db, query, clock.now());
  if (!candles) throw new NotFoundError(list.poolAddress);
  const page = candles.slice(0, limit);
  const last = candles.length > limit ? page.at(-1) : undefined;
  return { items: page.map(candleOf), next: last && writeCursor(list, [`${last.time}000`]) };
}

interface CandlesQuery {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly interval: CandleInterval;
  readonly limit: number;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The start of a candle, in milliseconds. Only older ones are returned. */
  readonly before: number | undefined;
}

const units = ['counterpart', 'ton', 'usd'] as const;
const parts = ['open', 'high', 'low', 'close', 'volume'] as const;
type ValueColumn = `${(typeof parts)[number]}_${(typeof units)[number]}`;

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
  const endOf = (time: number) => intervalStart(time / 1000, candleSeconds[interval]) * 1000 + length;
  const end = Math.min(
    at.getTime() + 1,
    to ? endOf(to.getTime() - 1) : Number.POSITIVE_INFINITY,
    before ?? Number.POSITIVE_INFINITY,
  );
  const first = from && endOf(from.getTime() - 1);
  const [market] = await rows<{ id: number; start: string | null }>(
    db,
    sql`
      with recursive m as (select m.id from ${marketSource(address, poolAddress)}),
        candle (start) as (
          select ${newestStart(length, milliseconds(end), first)} from m
          union all
          select ${newestStart(length, sql`candle.start`, first)} from candle, m where candle.start is not null
        )
      select m.id, (
        select ${toMilliseconds(sql`min(start)`)} from (select start from candle limit ${limit}) as page
      ) as start
      from m`,
  );
  if (!market) return undefined;
  const { id, start } = market;
  return start === null
    ? []
    : rows<CandleRow>(db, selectCandles({ id, length, start: Number(start), end }, at));
}

/**
 * Scalar subquery with the start of the newest candle of market `m` before a time. One search of the index for each candle
 * finds the range of a page, however many ticks the candles and however much time the gaps between them have.
 */
function newestStart(length: number, before: SQL, first: number | undefined): SQL {
  const since = first === undefined ? sql`` : sql`and t.time >= ${milliseconds(first)}`;
  return sql`(
    select ${candleStart(length)} from trade t
    where t.market_id = m.id and t.dust = false and t.time < ${before} ${since}
    order by t.time desc, t.lt desc
    limit 1)`;
}

/** Start of the candle of tick `t`. */
function candleStart(length: number): SQL {
  return sql`date_bin(${intervalOf(length)}, t.time, ${milliseconds(FIRST_MONDAY * 1000)})`;
}

function intervalOf(length: number): SQL {
  return sql.raw(`interval '${length / 1000} seconds'`);
}

function toMilliseconds(time: SQL): SQL {
  return sql`floor(extract(epoch from ${time}) * 1000)::int8`;
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
}

function selectCandles({ id, length, start, end }: CandleRange, at: Date): SQL {
  const interval = intervalOf(length);
  const known = (unit: string, value: SQL) =>
    sql`case when count(${sql.raw(unit)}) = count(*) then ${value} end`;
  const extremes = units.map((unit) => {
    const price = sql.raw(unit);
    return sql`${known(unit, sql`max(${price})`)} as ${sql.raw(`high_${unit}`)},
      ${known(unit, sql`min(${price})`)} as ${sql.raw(`low_${unit}`)}`;
  });
  const tick = (order: SQL) => sql`lateral (
      select t.counterpart, t.ton, t.usd from trade t
      where t.market_id = m.id and t.dust = false and t.time >= k.start and t.time < k.start + ${interval}
        and t.time <= ${timestamptz(at)}
      order by t.time ${order}, t.lt ${order}
      limit 1)`;
  const ends = units.map((unit) => {
    const isKnown = sql.raw(`k.high_${unit} is not null`);
    return sql`case when ${isKnown} then ${sql.raw(`first.${unit}`)} end as ${sql.raw(`open_${unit}`)},
      case when ${isKnown} then ${sql.raw(`last.${unit}`)} end as ${sql.raw(`close_${unit}`)}`;
  });
  const prices = units.flatMap((unit) => {
    const displayedPrice = unit === 'counterpart' ? displayed.roundedRatio : displayed.roundedPrice;
    return ['ends.open', 'k.high', 'k.low', 'ends.close'].map(
      (part) =>
        sql`(${displayedPrice(sql.raw(`${part}_${unit}`))})::text as ${sql.raw(`${part.split('.')[1]}_${unit}`)}`,
    );
  });
  return sql`
    select ${toMilliseconds(sql`k.start`)} as "time", ${sql.join(prices, sql`, `)},
      (${displayed.counterpart(sql`k.volume_counterpart`)})::text as volume_counterpart,
      k.volume_ton, k.volume_usd, k.transactions, k.buys, k.traders,
      k.start + ${interval} <= least(${timestamptz(at)}, feed.head) and not exists (
        select from feed_range r
        where r.feed = pool.feed and r.subject in ('', pool.address) and r.read_at is null
          and r.from_time < k.start + ${interval} and r.to_time > k.start
      ) as complete
    from (
      select ${candleStart(length)} as start, ${sql.join(extremes, sql`, `)},
        sum(amount) as volume_counterpart,
        ${known('volume_ton', sql`sum_round(sum(volume_ton), 9)`)} as volume_ton,
        ${known('volume_usd', sql`sum_round(sum(volume_usd), 6)`)} as volume_usd,
        count(*)::int as transactions, (count(*) filter (where buy))::int as buys,
        count(distinct trader_id)::int as traders
      from (
        select t.time, t.trader_id, t.buy, t.counterpart, t.ton, t.usd, t.volume_usd, ${counterpartAmount} as amount,
          ${counterpartAmount} * counterpart.ton as volume_ton
        from market m
        join trade t on t.market_id = m.id and t.dust = false
        join swap s on s.pool_id = m.pool_id and s.lt = t.lt
        ${counterpartValue(sql`case when m.counterpart_id <> 0 then ton_usd(s.time, s.lt) end`)}
        where m.id = ${id} and t.time >= ${milliseconds(start)} and t.time < ${milliseconds(end)}
      ) as t
      group by 1
    ) as k
    join market m on m.id = ${id}
    join pool on pool.id = m.pool_id
    join jetton j on j.id = m.jetton_id
    left join jetton c on c.id = m.counterpart_id
    left join feed on feed.name = pool.feed
    ${marketMultipliers}
    cross join ${tick(sql`asc`)} as first
    cross join ${tick(sql`desc`)} as last
    cross join lateral (select ${sql.join(ends, sql`, `)} offset 0) as ends
    order by k.start desc`;
}
