import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';

/** For FROM: row `m` of a jetton's market in a pool, with its `pool`. */
export function marketSource(address: RawAddress, poolAddress: RawAddress): SQL {
  return sql`jetton j
    join pool on pool.address = ${poolAddress}
    join market m on m.pool_id = pool.id and m.jetton_id = j.id and j.address = ${address}`;
}
