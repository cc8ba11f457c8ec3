import { sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { type CursorKeyType, pageOf, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  allOf,
  dateFromMicroseconds,
  fromMicroseconds,
  timeConditions,
  timestamptz,
  toMicroseconds,
} from '#service/store/sql-text.ts';
import { jettonLiquidity, jettonPrice } from './current-values.ts';
import { joinMultiplier, perDisplayedUnit } from './multipliers.ts';
import { optional, optionalAmount } from './response-parts.ts';

/** Operation 10. */
export async function getJettonPrice(
  { store, clock }: ServiceContext,
  { address, currency }: InputOf<Operations['getJettonPrice']>,
): Promise<ResponseOf<Operations['getJettonPrice']>> {
  const now = clock.now();
  const isTon = address === TON_ADDRESS;
  const row = isTon
    ? await queryTonPrice(store.db, currency, now)
    : await queryJettonPrice(store.db, address, currency);
  if (!row) throw new NotFoundError(address);
  // TON always has a price of 1 TON, even without trades.
  const changedAt = row.changedAt ?? (isTon ? now.toISOString() : undefined);
  const entry = (decimal: string | null) => {
    const price = optionalAmount(decimal);
    return price && changedAt !== undefined ? { price, changedAt } : undefined;
  };
  return { ton: entry(row.ton), usd: entry(row.usd), currency: entry(row.currency) };
}

/** Prices as decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface PriceRow {
  readonly ton: string | null;
  readonly usd: string | null;
  readonly currency: string | null;
  readonly changedAt: string | null;
}

/** Returns the price of a jetton (numbers: prices); undefined if the jetton does not exist. */
async function queryJettonPrice(
  db: Database,
  address: RawAddress,
  currency: Currency,
): Promise<PriceRow | undefined> {
  const multiplier = sql`multiplier`;
  const inCurrency =
    currency === 'ton'
      ? sql`price.ton`
      : sql`price.usd * fx_rate(${currency}, (select calculated_at from dataset))`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(price.ton) as ton, price_round(price.usd) as usd, price_round(${inCurrency}) as currency,
        iso(j.price_changed_at) as "changedAt"
      from jetton j
      ${joinMultiplier(sql`j`, multiplier)}
      cross join lateral (
        select ${perDisplayedUnit(jettonPrice.ton, multiplier)} as ton, ${perDisplayedUnit(jettonPrice.usd, multiplier)} as usd
        offset 0
      ) as price
      where j.address = ${address}`,
  );
  return row;
}

/**
 * Returns the price of TON: from the latest swap against a stablecoin, otherwise from fx rates (numbers: prices). At T
 * of the stored values; at `at` before the first calculation.
 */
async function queryTonPrice(db: Database, currency: Currency, at: Date): Promise<PriceRow | undefined> {
  const inCurrency = currency === 'ton' ? sql`1` : sql`rate.usd * fx_rate(${currency}, rate.at)`;
  const [row] = await rows<PriceRow>(
    db,
    sql`select price_round(1) as ton, price_round(rate.usd) as usd, price_round(${inCurrency}) as currency,
        iso(coalesce(
          (select max(time) from ton_rate where time <= rate.at),
          (select max(date)::timestamp at time zone 'UTC' from fx
            where code = 'ton' and date <= (rate.at at time zone 'UTC')::date))) as "changedAt"
      from (
        select at, ton_usd(at) as usd
        from (select coalesce((select calculated_at from dataset), ${timestamptz(at)}) as at offset 0) as clock
        offset 0
      ) as rate`,
  );
  return row;
}

/** The liquidity of all markets of a jetton (numbers: liquidity and capitalization), also converted to a currency. */
export async function getJettonLiquidity(
  { store }: ServiceContext,
  { address, currency }: InputOf<ServedOperations['getJettonLiquidity']>,
): Promise<ResponseOf<ServedOperations['getJettonLiquidity']>> {
  const row = await queryLiquidity(store.db, address, currency);
  if (!row) throw new NotFoundError(address);
  return {
    ton: optionalAmount(row.ton),
    usd: optionalAmount(row.usd),
    currency: optionalAmount(row.currency),
    changedAt: optional(row.changedAt),
  };
}

/** Decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface LiquidityRow {
  readonly ton: string | null;
  readonly usd: string | null;
  readonly currency: string | null;
  /** When the reserves of a market changed last. */
  readonly changedAt: string | null;
}

/** Returns the liquidity of a jetton; undefined if the jetton does not exist. */
async function queryLiquidity(
  db: Database,
  address: RawAddress,
  currency: Currency,
): Promise<LiquidityRow | undefined> {
  const inCurrency =
    currency === 'ton'
      ? sql`sum_round(liquidity.ton, 9)`
      : sql`sum_round(liquidity.usd * fx_rate(${currency}, (select calculated_at from dataset)), 6)`;
  const [row] = await rows<LiquidityRow>(
    db,
    sql`select sum_round(liquidity.ton, 9) as ton, sum_round(liquidity.usd, 6) as usd, ${inCurrency} as currency,
        (select iso(max(liquidity_changed_at)) from market where jetton_id = j.id) as "changedAt"
      from jetton j
      cross join lateral (select ${jettonLiquidity.ton} as ton, ${jettonLiquidity.usd} as usd offset 0) as liquidity
      where j.address = ${address}`,
  );
  return row;
}

/** Operation 11. */
export async function getJettonHolders(
  { store }: ServiceContext,
  { address }: InputOf<Operations['getJettonHolders']>,
): Promise<ResponseOf<Operations['getJettonHolders']>> {
  const row = await queryHolders(store.db, address);
  if (!row) throw new NotFoundError(address);
  return { value: optional(row.value), changedAt: optional(row.changedAt) };
}

interface HoldersRow {
  readonly value: string | null;
  readonly changedAt: string | null;
}

/** Returns the holders of a jetton; undefined if the jetton does not exist. */
async function queryHolders(db: Database, address: RawAddress): Promise<HoldersRow | undefined> {
  const [row] = await rows<HoldersRow>(
    db,
    sql`select holders_count as value, iso(holders_changed_at) as "changedAt" from jetton where address = ${address}`,
  );
  return row;
}

const holdersCursorKeyTypes: readonly CursorKeyType[] = ['time'];

/** The numbers of holders of a jetton since the store began, newest first. */
export async function getJettonHoldersHistory(
  { store, clock }: ServiceContext,
  { limit, cursor, ...list }: InputOf<ServedOperations['getJettonHoldersHistory']>,
): Promise<ResponseOf<ServedOperations['getJettonHoldersHistory']>> {
  const [after] = readCursor(list, holdersCursorKeyTypes, cursor) ?? [];
  const found = await queryHoldersTicks(store.db, { ...list, limit: limit + 1, after, until: clock.now() });
  if (found.length === 0 && !(await queryHolders(store.db, list.address)))
    throw new NotFoundError(list.address);
  const { page, last } = pageOf(found, limit);
  return {
    items: page.map(({ value, time }) => ({ value, time: dateFromMicroseconds(time).toISOString() })),
    next: last && writeCursor(list, [last.time]),
  };
}

interface HoldersTicksQuery {
  readonly address: RawAddress;
  readonly limit: number;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly until: Date;
  /** Time of the last tick of the previous page, in microseconds since 1970. */
  readonly after?: string | null | undefined;
}

interface HoldersTickRow {
  readonly value: string;
  /** Microseconds since 1970. */
  readonly time: string;
}

function queryHoldersTicks(
  db: Database,
  { address, limit, until, after, ...range }: HoldersTicksQuery,
): Promise<HoldersTickRow[]> {
  const conditions = [
    sql`jetton_id = (select id from jetton where address = ${address})`,
    ...timeConditions(sql`time`, range, until),
    ...(after ? [sql`time < ${fromMicroseconds(after)}`] : []),
  ];
  return rows<HoldersTickRow>(
    db,
    sql`select count::text as value, ${toMicroseconds(sql`time`)}::text as time from jetton_holders
      where ${allOf(conditions)} order by jetton_holders.time desc limit ${limit}`,
  );
}
