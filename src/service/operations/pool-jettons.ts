import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';
import { jettonLiquidity } from './current-values.ts';

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
