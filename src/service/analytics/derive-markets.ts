import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { Database } from '#service/store/database.ts';
import { swapTonRate } from './swap-ton-rate.ts';

/**
 * Derives all data that does not depend on T after a bulk load: markets, stablecoins, TON rates and missing USD volumes
 * (metrics: prices, changes over periods).
 */
export async function deriveMarkets(db: Database, stables: readonly RawAddress[]): Promise<void> {
  await db.execute(sql`update jetton set stable = true where address = any(${sql.param(stables)}::text[])`);
  await db.execute(insertMarkets);
  await db.execute(insertTonRates);
  // Only columns that calculations join by: analyzing the text and array columns would double the time.
  await db.execute(sql`analyze jetton (id, stable), pool, market, swap, ton_rate, fx`);
  await db.execute(fillVolumes);
}

const insertMarkets = sql`
  insert into market (id, pool_id, side, jetton_id, counterpart_id, pool_address,
    jetton_unit, counterpart_unit, scale)
  select pool.id * 2 + side.side, pool.id, side.side, jetton.id, coalesce(counterpart.id, 0), pool.address,
    ('1e-' || jetton.decimals)::numeric, ('1e-' || coalesce(counterpart.decimals, 9))::numeric,
    ('1e' || (jetton.decimals - coalesce(counterpart.decimals, 9)))::numeric
  from pool
  cross join lateral (values (0, asset0, asset1), (1, asset1, asset0)) as side (side, jetton_id, counterpart_id)
  join jetton on jetton.id = side.jetton_id
  left join jetton as counterpart on counterpart.id = side.counterpart_id`;

// metrics: prices. "TON in USD at t: the price paid in the latest non-dust swap […] in any pool of TON and a USD stable
// coin."
const insertTonRates = sql`
  insert into ton_rate (time, lt, pool_id, usd)
  select s.time, s.lt, s.pool_id, ${swapTonRate}
  from market m
  join jetton on jetton.id = m.jetton_id and jetton.stable
  join swap s on s.pool_id = m.pool_id and s.dust = false
  where m.counterpart_id = 0`;

// Swaps against TON have the same value for all jettons of the pool. Other swaps are valued per market in
// trade-buckets.ts.
const fillVolumes = sql`
  update swap s
  set volume_usd = round(case when m.side = 0 then s.amount1 else s.amount0 end * 1e-9 * ton_usd(s.time, s.lt), 30)
  from market m
  where s.volume_usd is null and m.pool_id = s.pool_id and m.counterpart_id = 0`;
