import { sql } from 'drizzle-orm';
import { isDust } from '#contract/dust.ts';
import { type Database, rows } from '#service/store/database.ts';
import type { NewSwap } from '#service/store/swap-row.ts';
import type { SwapKey } from './move-windows.ts';
import { swapTonRate } from './ton-rates.ts';

/**
 * Stores swaps and the TON rates that they provide, in any order. Ignores swaps that are already stored, which are
 * identified by pool and `lt`. Returns the keys of the new ones, for `advance`.
 */
export async function recordSwaps(db: Database, swaps: readonly NewSwap[]): Promise<SwapKey[]> {
  if (swaps.length === 0) return [];
  const column = (type: string, value: (swap: NewSwap) => string | number | boolean | null) =>
    sql`${sql.param(swaps.map(value))}::${sql.raw(type)}[]`;
  const text = (value: bigint | undefined) => (value === undefined ? null : String(value));
  return await rows(
    db,
    sql`
    with recorded as (
      insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1)
      select * from unnest(
        ${column('int', ({ poolId }) => poolId)},
        ${column('timestamptz', ({ time }) => time.toISOString())},
        ${column('bigint', ({ lt }) => String(lt))},
        ${column('int', ({ traderId }) => traderId)},
        ${column('boolean', ({ sold0 }) => sold0)},
        ${column('boolean', ({ amount0, amount1 }) => isDust(amount0, amount1))},
        ${column('numeric', ({ amount0 }) => String(amount0))},
        ${column('numeric', ({ amount1 }) => String(amount1))},
        ${column('numeric', ({ volumeUsd }) => volumeUsd ?? null)},
        ${column('numeric', ({ reserve0 }) => text(reserve0))},
        ${column('numeric', ({ reserve1 }) => text(reserve1))})
      on conflict (pool_id, lt) do nothing
      returning *
    ),
    rated as (
      insert into ton_rate (time, lt, pool_id, usd)
      select s.time, s.lt, s.pool_id, ${swapTonRate}
      from recorded s
      join market m on m.pool_id = s.pool_id and m.counterpart_id = 0
      join jetton on jetton.id = m.jetton_id and jetton.stable
      where not s.dust
    )
    select pool_id as "poolId", lt from recorded`,
  );
}
