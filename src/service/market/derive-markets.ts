import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { type Database, rows } from '#service/store/database.ts';
import { swapTonRate } from './prices.ts';

/** Derives markets, stablecoins and TON rates after a bulk load (metrics: prices). */
export async function deriveMarkets(db: Database, stables: readonly RawAddress[]): Promise<void> {
  await db.execute(sql`update jetton set stable = true where address = any(${sql.param(stables)}::text[])`);
  await insertMarkets(db, sql`true`);
  await db.execute(sql`
    insert into ton_rate (time, lt, pool_id, usd)
    select s.time, s.lt, s.pool_id, ${swapTonRate}
    from market m
    join jetton on jetton.id = m.jetton_id and jetton.stable
    join swap s on s.pool_id = m.pool_id and s.dust = false
    where m.counterpart_id = 0`);
}

/** Inserts the missing markets of the pools that satisfy `condition`, and returns them. */
export function insertMarkets(db: Database, condition: SQL): Promise<{ id: number; jettonId: number }[]> {
  return rows(
    db,
    sql`
    insert into market (id, pool_id, side, jetton_id, counterpart_id, pool_address,
      jetton_unit, counterpart_unit, scale)
    select pool.id * 2 + side.side, pool.id, side.side, jetton.id, coalesce(counterpart.id, 0), pool.address,
      ('1e-' || jetton.decimals)::numeric, ('1e-' || coalesce(counterpart.decimals, 9))::numeric,
      ('1e' || (jetton.decimals - coalesce(counterpart.decimals, 9)))::numeric
    from pool
    cross join lateral (values (0, asset0, asset1), (1, asset1, asset0)) as side (side, jetton_id, counterpart_id)
    join jetton on jetton.id = side.jetton_id
    left join jetton as counterpart on counterpart.id = side.counterpart_id
    where ${condition}
    on conflict do nothing
    returning id, jetton_id as "jettonId"`,
  );
}
