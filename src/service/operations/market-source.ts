import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';

/** FROM clause with the market `m` of a jetton `j` in a `pool`. */
export function marketSource(address: RawAddress, poolAddress: RawAddress): SQL {
  return sql`jetton j
    join pool on pool.address = ${poolAddress}
    join market m on m.pool_id = pool.id and m.jetton_id = j.id and j.address = ${address}`;
}
