import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { countPeriods, poolCountPeriods, pricePeriods } from '#contract/enums.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { Market, MarketLiquidity } from '#contract/market.ts';
import type { NativeCoin } from '#contract/native-coin.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Config } from '#service/config/config.ts';
import { type Caller, SerializedJson, type ServiceContext } from '#service/config/context.ts';
import { latestReserves } from '#service/market/market-state.ts';
import { latestTick } from '#service/market/ticks.ts';
import {
  type CursorKeys,
  type CursorKeyType,
  pageOf,
  readCursor,
  writeCursor,
} from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { counterpartJoins, jettonLiquidity, marketLiquidity, marketPrice } from './current-values.ts';
import { isAfter, orderByClause, type TotalOrder } from './lists/keyset.ts';
import { missingJson, missingOfPool } from './missing-data.ts';
import { displayed, marketMultipliers } from './multipliers.ts';
import {
  type CalculatedRow,
  calculatedAtColumn,
  calculatedAtPlaceholder,
  jsonObject,
  periodRows,
  periodSet,
  withCalculatedAt,
} from './period-sets.ts';
import {
  addressBookOf,
  jettonMapOf,
  nativeMeta,
  optional,
  optionalAmount,
  shortMeta,
} from './response-parts.ts';

const marketCursorKeyTypes: readonly CursorKeyType[] = ['decimal', 'address'];

/** Operation 12. */
export async function getJettonMarkets(
  { store, config }: ServiceContext,
  { limit, cursor, ...list }: InputOf<Operations['getJettonMarkets']>,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettonMarkets']>> {
  const { address, exchangeId } = list;
  requireExchange(config, exchangeId);
  const after = readCursor(list, marketCursorKeyTypes, cursor);
  const rows = await queryMarkets(store.db, { ...list, limit: limit + 1 }, after);
  if (!rows) throw new NotFoundError(address);
  const { page, last } = pageOf(rows, limit);
  const counterparts = page.map((row) => counterpartOf(row, config.nativeCoin, caller));
  return {
    markets: page.map(marketOf),
    addressBook: addressBookOf([
      ...page.map(({ poolAddress }) => poolAddress),
      ...counterparts.map((counterpart) => counterpart.address),
    ]),
    jettons: jettonMapOf(counterparts),
    next: last && writeCursor(list, [last.liquidityUsd, last.poolAddress]),
  };
}

/** Throws InvalidValueError unless the service knows the exchange. */
export function requireExchange(
  { exchanges }: Pick<Config, 'exchanges'>,
  exchangeId: string | undefined,
): void {
  if (exchangeId !== undefined && !exchanges.includes(exchangeId)) throw new InvalidValueError('exchangeId');
}

export function counterpartOf(row: CounterpartRow, coin: NativeCoin, caller: Caller): ShortJettonMeta {
  if (row.counterpart === null) return nativeMeta(coin);
  return shortMeta(
    {
      address: row.counterpart,
      name: row.counterpartName ?? '',
      symbol: row.counterpartSymbol ?? '',
      decimals: row.counterpartDecimals ?? 0,
      image: row.counterpartImage,
    },
    caller,
  );
}

function marketOf(row: MarketRow): Market {
  return {
    counterpart: row.counterpart ?? TON_ADDRESS,
    exchangeId: row.exchangeId,
    poolAddress: row.poolAddress,
    type: row.type,
    createdAt: optional(row.createdAt),
    liquidity: liquidityOf(row),
    price: {
      counterpart: optionalAmount(row.priceCounterpart),
      ton: optionalAmount(row.priceTon),
      usd: optionalAmount(row.priceUsd),
      changedAt: optional(row.priceChangedAt),
    },
    lastTransactionAt: optional(row.lastTransactionAt),
  };
}

function liquidityOf(row: LiquidityRow): MarketLiquidity {
  return {
    asset: optionalAmount(row.liquidityAsset),
    counterpart: optionalAmount(row.liquidityCounterpart),
    ton: optionalAmount(row.liquidityTon),
    usd: optionalAmount(row.liquidityUsd),
    changedAt: optional(row.liquidityChangedAt),
  };
}

interface MarketsQuery {
  readonly address: RawAddress;
  readonly exchangeId?: string | undefined;
  readonly counterpart?: RawAddress | undefined;
  readonly poolAddress?: RawAddress | undefined;
  readonly limit: number;
}

interface MarketRow extends LiquidityRow, CounterpartRow {
  readonly jettonAddress: string;
  readonly poolAddress: string;
  readonly exchangeId: string;
  readonly type: string;
  readonly createdAt: string | null;
  readonly priceCounterpart: string | null;
  readonly priceTon: string | null;
  readonly priceUsd: string | null;
  readonly priceChangedAt: string | null;
  readonly lastTransactionAt: string | null;
}

/** All columns are null if the counterpart is TON. */
export interface CounterpartRow {
  readonly counterpart: string | null;
  readonly counterpartName: string | null;
  readonly counterpartSymbol: string | null;
  readonly counterpartDecimals: number | null;
  readonly counterpartImage: string | null;
}

/** From `jetton c`. */
export const counterpartColumns: SQL = sql`
  c.address as counterpart, c.name as "counterpartName", c.symbol as "counterpartSymbol",
  c.decimals as "counterpartDecimals", c.image as "counterpartImage"`;

/** Decimal strings, whose scale is the Amount's decimals; null if unknown. */
interface LiquidityRow {
  readonly liquidityAsset: string | null;
  readonly liquidityCounterpart: string | null;
  readonly liquidityTon: string | null;
  readonly liquidityUsd: string | null;
  readonly liquidityChangedAt: string | null;
}

const byLiquidityDescending: TotalOrder = {
  column: sql`liquidity_usd`,
  order: 'desc',
  tie: sql`pool_address`,
};

/** Returns up to `limit` markets after a position, by liquidity; undefined if the jetton does not exist. */
async function queryMarkets(
  db: Database,
  query: MarketsQuery,
  after: CursorKeys | undefined,
): Promise<MarketRow[] | undefined> {
  const found = await rows<MarketRow>(db, selectPage(query, after));
  if (found.length > 0) return found;
  const [jetton] = await rows(db, sql`select id from jetton where address = ${query.address}`);
  return jetton ? [] : undefined;
}

function selectPage(query: MarketsQuery, after: CursorKeys | undefined): SQL {
  const [liquidity, pool] = after ?? [];
  const position = after && {
    value: liquidity == null ? null : sql`${liquidity}::numeric`,
    tie: sql`${pool}`,
  };
  const condition = sql`m.jetton_id = ${jettonId(query.address)} ${sql.join(filters(query), sql` `)}`;
  return selectMarkets(condition, isAfter(byLiquidityDescending, position), query.limit);
}

/** Selects the most liquid of the markets that match a condition on `market m`, in the range of `byLiquidityDescending`. */
function selectMarkets(condition: SQL, range: SQL, limit: number): SQL {
  return sql`
    with listed as materialized (
      select m.id, m.pool_address, ${marketLiquidity.usd} as liquidity_usd
      from market m
      where ${condition}
    ),
    page as materialized (
      select id, row_number() over () as ordinal
      from (select id from listed where ${range} ${orderByClause(byLiquidityDescending)} limit ${limit}) as found
    )
    select j.address as "jettonAddress", m.pool_address as "poolAddress", pool.exchange as "exchangeId", pool.type,
      iso(pool.created_at) as "createdAt", ${liquidityColumns},
      price_round(price.counterpart) as "priceCounterpart", price_round(price.ton) as "priceTon",
      price_round(price.usd) as "priceUsd",
      iso(m.price_changed_at) as "priceChangedAt", iso(m.last_transaction_at) as "lastTransactionAt",
      ${counterpartColumns}
    from page
    join market m on m.id = page.id
    join pool on pool.id = m.pool_id
    join jetton j on j.id = m.jetton_id
    ${counterpartJoins} ${marketMultipliers}
    cross join lateral (
      select ${displayed.ratio(sql`m.tick_price`)} as counterpart, ${displayed.price(marketPrice.ton)} as ton,
        ${displayed.price(marketPrice.usd)} as usd
      offset 0
    ) as price
    order by page.ordinal`;
}

/** A market as a search returns it. */
export interface FoundMarket {
  readonly jetton: RawAddress;
  readonly market: Market;
  readonly counterpart: ShortJettonMeta;
}

/** Returns the most liquid markets that match a condition on `market m`. */
export async function findMarkets(
  { store, config }: ServiceContext,
  caller: Caller,
  condition: SQL,
  limit: number,
): Promise<FoundMarket[]> {
  const found = await rows<MarketRow>(store.db, selectMarkets(condition, sql`true`, limit));
  return found.map((row) => ({
    jetton: row.jettonAddress,
    market: marketOf(row),
    counterpart: counterpartOf(row, config.nativeCoin, caller),
  }));
}

/** From `market m` of `jetton j`, `counterpartJoins` and `marketMultipliers`. */
const liquidityColumns = sql`
  ${displayed.asset(sql`m.liquidity_asset`)} as "liquidityAsset",
  ${displayed.counterpart(sql`m.liquidity_counterpart`)} as "liquidityCounterpart",
  ${marketLiquidity.ton} as "liquidityTon", ${marketLiquidity.usd} as "liquidityUsd",
  iso(m.liquidity_changed_at) as "liquidityChangedAt"`;

function filters({ exchangeId, counterpart, poolAddress }: MarketsQuery): SQL[] {
  return [
    ...(exchangeId === undefined
      ? []
      : [sql`and exists (select from pool where pool.id = m.pool_id and pool.exchange = ${exchangeId})`]),
    ...(poolAddress === undefined ? [] : [sql`and m.pool_address = ${poolAddress}`]),
    ...(counterpart === undefined ? [] : [sql`and m.counterpart_id = ${assetId(counterpart)}`]),
  ];
}

function assetId(address: RawAddress): SQL {
  return address === TON_ADDRESS ? sql`0` : jettonId(address);
}

function jettonId(address: RawAddress): SQL {
  return sql`(select id from jetton where address = ${address})`;
}

/** Operation 13. */
export async function getJettonMarketLiquidity(
  { store }: ServiceContext,
  { address, poolAddress }: InputOf<Operations['getJettonMarketLiquidity']>,
): Promise<ResponseOf<Operations['getJettonMarketLiquidity']>> {
  const row = await queryMarketLiquidity(store.db, address, poolAddress);
  if (!row) throw new NotFoundError(poolAddress);
  return liquidityOf(row);
}

/** Returns the liquidity of a market; undefined if the market does not exist. */
async function queryMarketLiquidity(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<LiquidityRow | undefined> {
  const [row] = await rows<LiquidityRow>(
    db,
    sql`select ${liquidityColumns} from ${marketSource(address, poolAddress)} ${counterpartJoins} ${marketMultipliers}`,
  );
  return row;
}

interface ReservesRow {
  readonly at: string;
  /** Decimal strings, whose scale is the Amount's decimals; null if unknown. */
  readonly asset: string | null;
  readonly counterpart: string | null;
  readonly changedAt: string | null;
}

/** Extension: what a market held at the requested times. */
export async function getJettonMarketReserves(
  { store, clock }: ServiceContext,
  { address, poolAddress, at }: InputOf<ServedOperations['getJettonMarketReserves']>,
): Promise<ResponseOf<ServedOperations['getJettonMarketReserves']>> {
  const found = await rows<ReservesRow>(
    store.db,
    sql`select iso(requested.at) as at, ${displayed.asset(sql`reserve.asset`)} as asset,
        ${displayed.counterpart(sql`reserve.counterpart`)} as counterpart, iso(reserve.time) as "changedAt"
      from ${marketSource(address, poolAddress)} ${counterpartJoins} ${marketMultipliers}
      cross join unnest(array[${sql.join(at.map(timestamptz), sql`, `)}])
        with ordinality as requested (at, ordinal)
      left join lateral (
        select known.time,
          case when m.side = 0 then known.reserve0 else known.reserve1 end * m.jetton_unit as asset,
          case when m.side = 0 then known.reserve1 else known.reserve0 end * m.counterpart_unit as counterpart
        from ${latestReserves(sql`m`, sql`requested.at`)} as known
        where requested.at <= least(
          ${timestamptz(clock.now())}, (select head from feed where feed.name = pool.feed)
        )
      ) as reserve on true
      order by requested.ordinal`,
  );
  if (found.length === 0) throw new NotFoundError(poolAddress);
  return {
    reserves: found.map((row) => ({
      at: row.at,
      asset: optionalAmount(row.asset),
      counterpart: optionalAmount(row.counterpart),
      changedAt: optional(row.changedAt),
    })),
  };
}

/** Operation 14. */
export async function getJettonMarketStatistics(
  context: ServiceContext,
  { address, poolAddress }: InputOf<Operations['getJettonMarketStatistics']>,
): Promise<SerializedJson> {
  const row = await queryMarketActivity(context.store.db, address, poolAddress);
  if (!row) throw new NotFoundError(poolAddress);
  const missing = await missingOfPool(context, poolAddress);
  const json = jsonObject({
    priceChange: jsonObject({ counterpart: row.prices }),
    traders: row.traders,
    transactions: row.transactions,
    volume: jsonObject({ usd: jsonObject({ day: row.volumeDay }) }),
    ...missingJson(missing),
  });
  return new SerializedJson(withCalculatedAt(json, row.calculatedAt, context.clock.now()));
}

/** JSON texts with `@` in place of every `calculatedAt`. */
interface MarketActivityRow extends CalculatedRow {
  /** Changes of the price in the counterpart. */
  readonly prices: string;
  readonly traders: string;
  readonly transactions: string;
  /** Change of the volume in USD over a day. */
  readonly volumeDay: string;
}

/** Returns the activity of a market (numbers: pool statistics); undefined if the market does not exist. */
async function queryMarketActivity(
  db: Database,
  address: RawAddress,
  poolAddress: RawAddress,
): Promise<MarketActivityRow | undefined> {
  const [row] = await rows<MarketActivityRow>(
    db,
    sql`select price_changes.prices, activity_changes.*, ${calculatedAtColumn}
      from ${marketSource(address, poolAddress)} ${counterpartJoins} ${marketMultipliers}
      cross join dataset
      cross join lateral (${priceChanges}) as price_changes
      cross join lateral (${activityChanges}) as activity_changes`,
  );
  return row;
}

const priceChanges = sql`
  select ${periodSet(sql`price_change(
    ${displayed.ratio(sql`m.tick_price`)}, ${displayed.ratio(sql`tick.r`)}, ${calculatedAtPlaceholder}
  )`)} as prices
  from ${periodRows(pricePeriods)}
  cross join ${latestTick(sql`m`, sql`dataset.calculated_at - period.length`)} as tick`;

const activityChanges = sql`
  select ${periodSet(sql`count_change(traders, previous_traders, ${calculatedAtPlaceholder})`)} as traders,
    ${periodSet(sql`count_change(transactions, previous_transactions, ${calculatedAtPlaceholder})`)} as transactions,
    max(volume_change(volume, previous_volume, ${calculatedAtPlaceholder})) filter (where name = 'day') as "volumeDay"
  from (
    select period.ordinal, period.name,
      coalesce(a.traders, 0) as traders, coalesce(a.previous_traders, 0) as previous_traders,
      coalesce(a.transactions, 0) as transactions, coalesce(a.previous_transactions, 0) as previous_transactions,
      coalesce(a.volume, 0) as volume, coalesce(a.previous_volume, 0) as previous_volume
    from ${periodRows(countPeriods)}
    left join market_activity a on a.market_id = m.id and a.period = period.ordinal
    where period.name = any(${sql.param(poolCountPeriods)}::text[])
    offset 0
  ) as period`;

/** FROM clause with the market `m` of a jetton `j` in a `pool`. */
export function marketSource(address: RawAddress, poolAddress: RawAddress): SQL {
  return sql`jetton j
    join pool on pool.address = ${poolAddress}
    join market m on m.pool_id = pool.id and m.jetton_id = j.id and j.address = ${address}`;
}

/** Returns the jettons that a pool trades, least liquid first: the second of a pair serves as its quote. */
export async function queryPoolJettons(db: Database, poolAddress: RawAddress): Promise<RawAddress[]> {
  const found = await rows<{ readonly address: RawAddress }>(
    db,
    sql`select j.address
      from pool join market m on m.pool_id = pool.id join jetton j on j.id = m.jetton_id
      where pool.address = ${poolAddress}
      order by ${jettonLiquidity.usd} nulls first, j.address`,
  );
  return found.map(({ address }) => address);
}
