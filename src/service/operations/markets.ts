import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import { counterpartJoins, marketLiquidity, marketPrice } from './current-values.ts';
import { orderByClause, rangesAfter, type TotalOrder } from './lists/keyset.ts';
import { type LiquidityRow, liquidityColumns } from './market-liquidity.ts';

export interface MarketsQuery {
  readonly address: RawAddress;
  readonly exchangeId?: string | undefined;
  readonly counterpart?: RawAddress | undefined;
  readonly poolAddress?: RawAddress | undefined;
  readonly limit: number;
}

export interface MarketRow extends LiquidityRow {
  readonly poolAddress: string;
  readonly exchangeId: string;
  readonly type: string;
  readonly createdAt: string | null;
  readonly priceCounterpart: string | null;
  readonly priceTon: string | null;
  readonly priceUsd: string | null;
  readonly priceChangedAt: string | null;
  readonly lastTransactionAt: string | null;
  /** This and the following columns are null if the counterpart is TON. */
  readonly counterpart: string | null;
  readonly counterpartName: string | null;
  readonly counterpartSymbol: string | null;
  readonly counterpartDecimals: number | null;
  readonly counterpartImage: string | null;
}

export const marketCursorKeyTypes: readonly CursorKeyType[] = ['decimal', 'address'];

const byLiquidityDescending: TotalOrder = {
  column: sql`liquidity_usd`,
  order: 'desc',
  tie: sql`pool_address`,
};

/** Returns up to `limit` markets after a position, by liquidity; undefined if the jetton does not exist. */
export async function queryMarkets(
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
  const ranges = sql.join(rangesAfter(byLiquidityDescending, position), sql` or `);
  return sql`
    with listed as materialized (
      select m.id, m.pool_address, ${marketLiquidity.usd} as liquidity_usd
      from market m
      where m.jetton_id = ${jettonId(query.address)} ${sql.join(filters(query), sql` `)}
    ),
    page as materialized (
      select id, row_number() over () as ordinal
      from (select id from listed where ${ranges} ${orderByClause(byLiquidityDescending)} limit ${query.limit}) as found
    )
    select m.pool_address as "poolAddress", pool.exchange as "exchangeId", pool.type,
      iso(pool.created_at) as "createdAt", ${liquidityColumns},
      price_round(m.tick_price) as "priceCounterpart", price_round(price.ton) as "priceTon",
      price_round(price.usd) as "priceUsd",
      iso(m.price_changed_at) as "priceChangedAt", iso(m.last_transaction_at) as "lastTransactionAt",
      c.address as counterpart, c.name as "counterpartName", c.symbol as "counterpartSymbol",
      c.decimals as "counterpartDecimals", c.image as "counterpartImage"
    from page
    join market m on m.id = page.id
    join pool on pool.id = m.pool_id
    ${counterpartJoins}
    cross join lateral (select ${marketPrice.ton} as ton, ${marketPrice.usd} as usd offset 0) as price
    order by page.ordinal`;
}

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
