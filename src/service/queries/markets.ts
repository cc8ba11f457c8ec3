import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { CursorKeys, CursorKeyType } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/store.ts';
import { rowsAfter, type TotalOrder } from './keyset.ts';
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
  column: sql`m.liquidity_usd`,
  order: 'desc',
  tie: sql`m.pool_address`,
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
  const from = (condition: SQL) => sql`
    select m.* from market m join pool on pool.id = m.pool_id
    where m.jetton_id = ${jettonId(query.address)} and ${sql.join([condition, ...filters(query)], sql` and `)}`;
  return sql`
    with page as materialized (
      select *, row_number() over () as ordinal from (${rowsAfter(from, byLiquidityDescending, position, query.limit)}) as found
    )
    select m.pool_address as "poolAddress", pool.exchange as "exchangeId", pool.type,
      iso(pool.created_at) as "createdAt", ${liquidityColumns},
      m.price_counterpart as "priceCounterpart", m.price_ton as "priceTon", m.price_usd as "priceUsd",
      iso(m.price_changed_at) as "priceChangedAt", iso(m.last_transaction_at) as "lastTransactionAt",
      c.address as counterpart, c.name as "counterpartName", c.symbol as "counterpartSymbol",
      c.decimals as "counterpartDecimals", c.image as "counterpartImage"
    from page m join pool on pool.id = m.pool_id left join jetton c on c.id = m.counterpart_id
    order by m.ordinal`;
}

function filters({ exchangeId, counterpart, poolAddress }: MarketsQuery): SQL[] {
  return [
    ...(exchangeId === undefined ? [] : [sql`pool.exchange = ${exchangeId}`]),
    ...(poolAddress === undefined ? [] : [sql`pool.address = ${poolAddress}`]),
    ...(counterpart === undefined ? [] : [sql`m.counterpart_id = ${assetId(counterpart)}`]),
  ];
}

function assetId(address: RawAddress): SQL {
  return address === TON_ADDRESS ? sql`0` : jettonId(address);
}

function jettonId(address: RawAddress): SQL {
  return sql`(select id from jetton where address = ${address})`;
}
