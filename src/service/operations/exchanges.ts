import { sql } from 'drizzle-orm';
import { amountFromDecimal } from '#contract/amount.ts';
import type { ExchangeDay } from '#contract/exchanges.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { calculationHash } from '#service/market/calculate.ts';
import { selectExchangeDay } from '#service/market/exchange-days.ts';
import { type CursorKeyType, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { allOf, dateFromMicroseconds, timeConditions, timestamptz } from '#service/store/sql-text.ts';
import { requireExchange } from './markets.ts';

/** Extension: the exchanges that the service knows, with the numbers of their pools. */
export async function getExchanges({
  store,
  config,
}: ServiceContext): Promise<ResponseOf<ServedOperations['getExchanges']>> {
  const counts = await rows<{ exchange: string; pools: number }>(
    store.db,
    sql`select exchange, count(*)::int as pools from pool group by 1`,
  );
  const poolsOf = new Map(counts.map(({ exchange, pools }) => [exchange, pools]));
  return {
    exchanges: config.exchanges.map((exchangeId) => ({ exchangeId, pools: poolsOf.get(exchangeId) ?? 0 })),
  };
}

const dayCursorKeyTypes: readonly CursorKeyType[] = ['time'];
/** Days that a page reads at most, also those on which the exchange was not traded. */
const MAX_DAYS = 1_000;
/** Days of a page that are calculated: the current one, those that changed, and all while the clock is fixed. */
const MAX_CALCULATED_DAYS = 3;

/** Extension: what an exchange traded on each day. A page ends early after days that take long to calculate. */
export async function getExchangeVolume(
  { store, config, clock }: ServiceContext,
  { limit, cursor, ...list }: InputOf<ServedOperations['getExchangeVolume']>,
): Promise<ResponseOf<ServedOperations['getExchangeVolume']>> {
  requireExchange(config, list.exchangeId);
  const [before] = readCursor(list, dayCursorKeyTypes, cursor) ?? [];
  const to = before ? dateFromMicroseconds(before) : list.to;
  const at = clock.now();
  const days = await queryDays(store.db, { ...list, to }, at);
  const items: ExchangeDay[] = [];
  let calculated = 0;
  let read = 0;
  for (const day of days) {
    if (items.length === limit || calculated === MAX_CALCULATED_DAYS) break;
    if (!day.isStored) calculated += 1;
    const totals = day.isStored ? day : await calculateDay(store.db, list.exchangeId, day.time, at);
    if (totals && totals.transactions > 0) items.push(itemOf(day, totals));
    read += 1;
  }
  const last = read < days.length || read === MAX_DAYS ? days[read - 1] : undefined;
  return { items, next: last && writeCursor(list, [`${Date.parse(last.time)}000`]) };
}

interface DayTotals {
  readonly transactions: number;
  readonly traders: number;
  /** Decimal strings, whose scale is the Amount's decimals. */
  readonly ton: string;
  readonly usd: string;
}

interface DayRow extends DayTotals {
  /** Start of the day. */
  readonly time: string;
  readonly complete: boolean;
  /** Otherwise all totals are null. */
  readonly isStored: boolean;
}

function itemOf({ time, complete }: DayRow, { transactions, traders, ton, usd }: DayTotals): ExchangeDay {
  const volume = { ton: amountFromDecimal(ton), usd: amountFromDecimal(usd) };
  return { time, volume, transactions, traders, complete };
}

const totals = sql`transactions::int as transactions, traders::int as traders,
  sum_round(volume_ton, 9)::text as ton, sum_round(volume_usd, 6)::text as usd`;

type DaysQuery = Pick<InputOf<ServedOperations['getExchangeVolume']>, 'exchangeId' | 'from' | 'to'>;

/** Returns all days from the first trade to `at` that start in [from, to), newest first. */
async function queryDays(db: Database, { exchangeId, from, to }: DaysQuery, at: Date): Promise<DayRow[]> {
  const hash = await calculationHash();
  return rows<DayRow>(
    db,
    sql`
    with exchange_feed as materialized (
      select distinct feed as name from pool where exchange = ${exchangeId} and feed is not null
    )
    select iso(start) as time, stored.*, stored.transactions is not null as "isStored",
      start + interval '1 day' <= least(
        ${timestamptz(at)}, (select min(head) from feed join exchange_feed using (name))
      ) and not exists (
        select from feed_range r join exchange_feed on r.feed = exchange_feed.name
        where r.read_at is null and r.from_time < start + interval '1 day' and r.to_time > start
      ) as complete
    from generate_series(
      (select min(time) from trade where time > 'epoch')::date::timestamptz,
      ${timestamptz(at)}::date::timestamptz,
      interval '1 day'
    ) as traded_day (start)
    left join lateral (
      select ${totals} from exchange_day
      where day = start::date and exchange = ${exchangeId}
        and (select ${hash}::text = any(calculation_hashes) from dataset)
    ) as stored on true
    where ${allOf(timeConditions(sql`start`, { from, to }))}
    order by start desc
    limit ${MAX_DAYS}`,
  );
}

async function calculateDay(
  db: Database,
  exchangeId: string,
  time: string,
  at: Date,
): Promise<DayTotals | undefined> {
  const [found] = await rows<DayTotals>(
    db,
    sql`select ${totals} from (${selectExchangeDay(sql`${time}::timestamptz::date`, timestamptz(at))}) as calculated
      where exchange = ${exchangeId}`,
  );
  return found;
}
