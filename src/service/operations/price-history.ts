import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { PriceTick } from '#contract/market.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import {
  type CursorKeys,
  type CursorKeyType,
  pageOf,
  readCursor,
  writeCursor,
} from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  allOf,
  dateFromMicroseconds,
  fromMicroseconds,
  timeConditions,
  toMicroseconds,
} from '#service/store/sql-text.ts';
import { counterpartJoins } from './current-values.ts';
import { marketSource } from './markets.ts';
import { displayed, marketMultipliers } from './multipliers.ts';
import { optional, optionalAmount } from './response-parts.ts';

const tickCursorKeyTypes: readonly CursorKeyType[] = ['time', 'integer'];

/** Operation 15. */
export async function getJettonMarketPriceHistory(
  { store, clock }: ServiceContext,
  { limit, cursor, ...list }: InputOf<Operations['getJettonMarketPriceHistory']>,
): Promise<ResponseOf<Operations['getJettonMarketPriceHistory']>> {
  const after = readCursor(list, tickCursorKeyTypes, cursor);
  const market = marketSource(list.address, list.poolAddress);
  const found = await queryPriceTicks(store.db, market, { ...list, limit: limit + 1 }, after, clock.now());
  if (!found) throw new NotFoundError(list.poolAddress);
  const { page, last } = pageOf(found.ticks, limit);
  return { items: page.map(tickOf), next: last && writeCursor(list, [last.timeKey, last.timeLt]) };
}

const jettonTickCursorKeyTypes: readonly CursorKeyType[] = [...tickCursorKeyTypes, 'address'];

/** Extension: the ticks of the reference market. Pages stay in the market of the first one. */
export async function getJettonPriceHistory(
  { store, clock }: ServiceContext,
  { limit, cursor, ...list }: InputOf<ServedOperations['getJettonPriceHistory']>,
): Promise<ResponseOf<ServedOperations['getJettonPriceHistory']>> {
  const { address } = list;
  const after = readCursor(list, jettonTickCursorKeyTypes, cursor);
  const pool = after?.[2];
  const market = pool == null ? referenceMarketSource(address) : marketSource(address, pool);
  const found = await queryPriceTicks(store.db, market, { ...list, limit: limit + 1 }, after, clock.now());
  if (!found) throw new NotFoundError(address);
  const { page, last } = pageOf(found.ticks, limit);
  return {
    items: page.map(tickOf),
    poolAddress: optional(found.poolAddress),
    next: last && writeCursor(list, [last.timeKey, last.timeLt, found.poolAddress]),
  };
}

function tickOf({ counterpart, ton, usd, timeKey, timeLt }: TickRow): PriceTick {
  return {
    value: {
      counterpart: amountFromDecimal(counterpart),
      ton: optionalAmount(ton),
      usd: optionalAmount(usd),
    },
    time: dateFromMicroseconds(timeKey).toISOString(),
    timeLt,
  };
}

export interface TicksQuery {
  readonly limit: number;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Prices are decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface TickRow {
  readonly counterpart: string;
  readonly ton: string | null;
  readonly usd: string | null;
  readonly timeLt: string;
  /** Microseconds since 1970. */
  readonly timeKey: string;
}

interface MarketTicks {
  /** Null if a jetton has no market. */
  readonly poolAddress: RawAddress | null;
  readonly ticks: readonly TickRow[];
}

/**
 * Returns up to `limit` ticks until `at` after a position, newest first; undefined if `market`, a FROM clause with `jetton
 * j` and `market m`, has no row.
 */
export async function queryPriceTicks(
  db: Database,
  market: SQL,
  query: TicksQuery,
  after: CursorKeys | undefined,
  at: Date,
): Promise<MarketTicks | undefined> {
  const [row] = await rows<TickColumns & Pick<MarketTicks, 'poolAddress'>>(
    db,
    sql`select m.pool_address as "poolAddress", ticks.*
      from ${market}
      ${counterpartJoins} ${marketMultipliers}
      cross join lateral (${selectTicks(query, after, at)}) as ticks`,
  );
  return row && { poolAddress: row.poolAddress, ticks: toRows(row) };
}

/** FROM clause with a jetton `j` and, if it has one, its reference market `m`. */
export function referenceMarketSource(address: RawAddress): SQL {
  return sql`(select * from jetton where address = ${address}) as j
    left join market m on m.id = j.reference_market_id`;
}

/** One array literal per column; null if there are no ticks. */
type TickColumns = Readonly<Record<keyof TickRow, string | null>>;

// Thousands of values in five columns are received in a third of the time that as many rows take.
function selectTicks(query: TicksQuery, after: CursorKeys | undefined, at: Date): SQL {
  return sql`
    select array_agg(counterpart)::text as counterpart, array_agg(ton)::text as ton, array_agg(usd)::text as usd,
      array_agg(lt)::text as "timeLt", array_agg(${toMicroseconds(sql`time`)})::text as "timeKey"
    from (
      select ${displayed.roundedRatio(sql`t.counterpart`)} as counterpart,
        ${displayed.roundedPrice(sql`t.ton`)} as ton, ${displayed.roundedPrice(sql`t.usd`)} as usd,
        t.lt, t.time
      from trade t
      where t.market_id = m.id and t.dust = false and ${rangeCondition(query, after, at)}
      order by t.time desc, t.lt desc
      limit ${query.limit}
    ) as tick`;
}

function rangeCondition(range: TicksQuery, after: CursorKeys | undefined, at: Date): SQL {
  const [time, lt] = after ?? [];
  const conditions = [
    ...timeConditions(sql`t.time`, range, at),
    ...(time && lt
      ? [
          sql`t.time <= ${fromMicroseconds(time)} and (t.time, t.lt) < (${fromMicroseconds(time)}, ${lt}::int8)`,
        ]
      : []),
  ];
  return allOf(conditions);
}

function toRows(columns: TickColumns): TickRow[] {
  const [ton, usd] = [elementsOf(columns.ton), elementsOf(columns.usd)];
  const [timeLt, timeKey] = [elementsOf(columns.timeLt), elementsOf(columns.timeKey)];
  return elementsOf(columns.counterpart).map((counterpart, index) => ({
    counterpart,
    ton: numberOrNull(ton[index]),
    usd: numberOrNull(usd[index]),
    timeLt: timeLt[index] ?? '',
    timeKey: timeKey[index] ?? '',
  }));
}

function elementsOf(literal: string | null): string[] {
  return literal === null ? [] : literal.slice(1, -1).split(',');
}

function numberOrNull(element: string | undefined): string | null {
  return element === undefined || element === 'NULL' ? null : element;
}
