import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { MAX_FIRST_SWAPS, MAX_SWAPS_OF_FIRST_BUYERS, type NewPool } from '#contract/new-pools.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Caller, ServiceContext } from '#service/config/context.ts';
import { assetUnits, swapOf } from '#service/market/trade-values.ts';
import { type CursorKeyType, pageOf, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { allOf, fromMicroseconds, timestamptz, toMicroseconds } from '#service/store/sql-text.ts';
import { getRecords } from './jettons.ts';
import { jettonConditions } from './lists/jetton-conditions.ts';
import { scannedColumns } from './lists/jetton-page.ts';
import { selectRates } from './lists/measure-columns.ts';
import { findMarkets, requireExchange } from './markets.ts';
import { assetMultiplier, displayed } from './multipliers.ts';
import { addressBookOf } from './response-parts.ts';
import { netAmount, selectBoughtAndSold } from './traders.ts';

type Input = InputOf<ServedOperations['getNewPools']>;

const cursorKeyTypes: readonly CursorKeyType[] = ['time', 'address'];
/** Jettons that a page reads at most, also those that the filter excludes. */
const MAX_SCANNED = 2_000;

/** Extension: the pools of reference markets, by their first ticks, newest first. */
export async function getNewPools(
  context: ServiceContext,
  { limit, cursor, ...list }: Input,
  caller: Caller,
): Promise<ResponseOf<ServedOperations['getNewPools']>> {
  requireExchange(context.config, list.exchangeId);
  const [time, address] = readCursor(list, cursorKeyTypes, cursor) ?? [];
  const after = time == null || address == null ? undefined : { time, address };
  const { found, end } = await queryNewPools(context.store.db, list, after, limit + 1);
  const { page, last = end } = pageOf(found, limit);
  const ids = sql`${sql.param(page.map(({ market }) => market))}::int[]`;
  const addresses = page.map((row) => row.address);
  const [records, markets, firstBuyers] = await Promise.all([
    getRecords(context, addresses, caller),
    findMarkets(context, caller, sql`m.id = any(${ids})`, page.length),
    queryFirstBuyers(context, page),
  ]);
  const marketOf = new Map(markets.map((found) => [found.jetton, found]));
  const items = page.flatMap(({ address, firstTickAt }): NewPool[] => {
    const [jetton, market, buyers] = [records.get(address), marketOf.get(address), firstBuyers.get(address)];
    if (!jetton || !market || !buyers) return [];
    return [
      {
        jetton,
        market: market.market,
        counterpart: market.counterpart,
        firstTickAt,
        firstBuyers: buyers,
      },
    ];
  });
  return {
    items,
    addressBook: addressBookOf(
      items.flatMap(({ jetton, market, counterpart }) => [
        jetton.metadata.address,
        jetton.admin?.address,
        jetton.admin?.offchainAddress,
        market.poolAddress,
        counterpart.address,
      ]),
    ),
    next: last && writeCursor(list, [last.position, last.address]),
  };
}

interface NewPoolRow {
  readonly address: RawAddress;
  readonly firstTickAt: string;
  /** Microseconds since 1970. */
  readonly position: string;
  /** Id of the reference market. */
  readonly market: number;
}

interface Position {
  readonly time: string;
  readonly address: string;
}

/**
 * Returns up to `count` rows that match the filter; if the scan has ended before, `end` is the last row that it has read.
 */
async function queryNewPools(
  db: Database,
  { exchangeId, ...filter }: Omit<Input, 'limit' | 'cursor'>,
  after: Position | undefined,
  count: number,
): Promise<{ found: NewPoolRow[]; end: NewPoolRow | undefined }> {
  const conditions = jettonConditions({
    ...filter,
    limit: count,
    sort: 'createdAt',
    order: 'desc',
    currency: 'ton',
  });
  if (!conditions) return { found: [], end: undefined };
  const ofExchange = sql`exists (
    select from market m join pool on pool.id = m.pool_id
    where m.id = reference_market_id and pool.exchange = ${exchangeId})`;
  const matches = [...conditions, ...(exchangeId === undefined ? [] : [ofExchange])];
  const select = (condition: SQL) => sql`
    select address, iso(first_tick_at) as "firstTickAt", ${toMicroseconds(sql`first_tick_at`)}::text as position,
      reference_market_id as market
    from rates cross join scanned
    ${condition}`;
  // `keyset.ts` sorts nulls last, which the index on the first tick does not.
  const range = (condition: SQL) => sql`(
    select ${scannedColumns}, reference_market_id from jetton
    where first_tick_at is not null and ${condition}
    order by first_tick_at desc, address
    limit ${MAX_SCANNED})`;
  const time = after && fromMicroseconds(after.time);
  const ranges = after
    ? [
        range(sql`first_tick_at = ${time} and address > ${after.address}`),
        range(sql`first_tick_at < ${time}`),
      ]
    : [range(sql`true`)];
  const scan = sql`select * from (${sql.join(ranges, sql` union all `)}) as ranges limit ${MAX_SCANNED}`;
  const found = await rows<NewPoolRow & { readonly isMatch: boolean }>(
    db,
    sql`with rates as materialized (${selectRates}),
      scanned as materialized (select *, row_number() over () as ordinal from (${scan}) as found)
      select * from (
        (select true as "isMatch", matching.* from (
          ${select(sql`where ${allOf(matches)} order by ordinal limit ${count}`)}
        ) as matching)
        union all
        (select false, last.* from (${select(sql`where ordinal = ${MAX_SCANNED}`)}) as last)
      ) as found`,
  );
  const matching = found.filter(({ isMatch }) => isMatch);
  return { found: matching, end: found.find(({ isMatch }) => !isMatch) };
}

interface FirstBuyersRow {
  readonly address: RawAddress;
  readonly buyers: number;
  /** Decimal strings, whose scale is the Amount's decimals; null after too many swaps. */
  readonly inHour: string;
  readonly bought: string | null;
  readonly sold: string | null;
}

/** Returns the first buyers in the reference markets of jettons, by the address of the jetton. */
async function queryFirstBuyers(
  { store, clock }: ServiceContext,
  page: readonly NewPoolRow[],
): Promise<ReadonlyMap<RawAddress, NewPool['firstBuyers']>> {
  const at = timestamptz(clock.now());
  const sumOf = (name: string) => displayed.asset(sql`(${sql.raw(name)} * unit.size)`);
  const found = await rows<FirstBuyersRow>(
    store.db,
    sql`
    select j.address, first.buyers, (${sumOf('first.units')})::text as "inHour",
      (${sumOf('until_now.bought')})::text as bought, (${sumOf('until_now.sold')})::text as sold
    from jetton j
    join market m on m.id = j.reference_market_id
    cross join lateral (select ('1e-' || j.decimals)::numeric as size offset 0) as unit
    ${assetMultiplier}
    cross join lateral (
      select count(distinct trader_id)::int as buyers, coalesce(sum(units), 0) as units,
        array_agg(distinct trader_id) as ids
      from (
        select first_swap.trader_id, first_swap.buy, ${assetUnits} as units
        from (
          select t.lt, t.trader_id, t.buy from trade t
          where t.market_id = m.id and t.dust in (false, true)
            and t.time >= j.first_tick_at and t.time < j.first_tick_at + interval '1 hour' and t.time <= ${at}
          order by t.time, t.lt
          limit ${MAX_FIRST_SWAPS}
        ) as first_swap
        ${swapOf(sql`first_swap.lt`)}
      ) as first_swap
      where buy
    ) as first
    cross join lateral (
      ${selectBoughtAndSold(
        sql`
        select own.buy, ${assetUnits} as units
        from (
          select t.lt, t.buy from unnest(first.ids) as buyer (id) join trade t
            on t.market_id = m.id and t.trader_id = buyer.id and t.time <= ${at}
          limit ${MAX_SWAPS_OF_FIRST_BUYERS + 1}
        ) as own
        ${swapOf(sql`own.lt`)}`,
        MAX_SWAPS_OF_FIRST_BUYERS,
      )}
    ) as until_now
    where j.address = any(${sql.param(page.map(({ address }) => address))}::text[])`,
  );
  return new Map(
    found.map(({ address, buyers, inHour, bought, sold }) => [
      address,
      {
        buyers,
        bought: amountFromDecimal(inHour),
        net: netAmount(bought, sold),
      },
    ]),
  );
}
