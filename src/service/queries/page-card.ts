import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';

/** What a jetton's page, or one of its pools', is called elsewhere. */
export interface PageCard {
  readonly name: string;
  readonly symbol: string;
  readonly priceUsd: string | null;
  /** The pool that was named, else that of the reference market; null where there is none. */
  readonly poolAddress: RawAddress | null;
  readonly exchange: string | null;
  /** Symbol of the pool's other side. */
  readonly counterpart: string | null;
}

/** Undefined where there is no such jetton, or the pool that is named does not trade it. */
export async function pageCard(
  db: Database,
  address: RawAddress,
  poolAddress?: RawAddress,
): Promise<PageCard | undefined> {
  const market =
    poolAddress === undefined
      ? sql`left join market m on m.id = j.reference_market_id left join pool on pool.id = m.pool_id`
      : sql`join pool on pool.address = ${poolAddress} join market m on m.pool_id = pool.id and m.jetton_id = j.id`;
  const [row] = await rows<PageCard>(
    db,
    sql`select j.name, j.symbol, j.price_usd as "priceUsd", pool.address as "poolAddress", pool.exchange,
        case when m.counterpart_id = 0 then 'TON' else c.symbol end as counterpart
      from jetton j ${market} left join jetton c on c.id = m.counterpart_id
      where j.address = ${address}`,
  );
  return row;
}
