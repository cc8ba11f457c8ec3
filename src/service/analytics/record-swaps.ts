import { sql } from 'drizzle-orm';
import { isDust } from '#contract/dust.ts';
import { type Database, rows } from '#service/store/database.ts';
import { swapTonRate } from './swap-ton-rate.ts';

/** A new swap. Amounts and reserves are in base units; reserves are those after the swap. */
export interface NewSwap {
  readonly poolId: number;
  readonly time: Date;
  readonly lt: bigint;
  readonly traderId: number;
  readonly sold0: boolean;
  readonly amount0: bigint;
  readonly amount1: bigint;
  readonly volumeUsd: string | null;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
}

/** Adds swaps, which must be later than all stored ones, and their TON rates. Returns the ids of the traded jettons. */
export async function recordSwaps(db: Database, swaps: readonly NewSwap[]): Promise<number[]> {
  const column = (values: readonly (string | number | boolean | null)[], type: string) =>
    sql`${sql.param(values)}::${sql.raw(type)}[]`;
  const traded = await rows<{ id: number }>(
    db,
    sql`
    with recorded as (
      insert into swap (pool_id, time, lt, trader_id, sold0, dust, amount0, amount1, volume_usd, reserve0, reserve1)
      select * from unnest(
        ${column(
          swaps.map((swap) => swap.poolId),
          'int',
        )},
        ${column(
          swaps.map((swap) => swap.time.toISOString()),
          'timestamptz',
        )},
        ${column(
          swaps.map((swap) => String(swap.lt)),
          'bigint',
        )},
        ${column(
          swaps.map((swap) => swap.traderId),
          'int',
        )},
        ${column(
          swaps.map((swap) => swap.sold0),
          'boolean',
        )},
        ${column(
          swaps.map((swap) => isDust(swap.amount0, swap.amount1)),
          'boolean',
        )},
        ${column(
          swaps.map((swap) => String(swap.amount0)),
          'numeric',
        )},
        ${column(
          swaps.map((swap) => String(swap.amount1)),
          'numeric',
        )},
        ${column(
          swaps.map((swap) => swap.volumeUsd),
          'numeric',
        )},
        ${column(
          swaps.map((swap) => String(swap.reserve0)),
          'numeric',
        )},
        ${column(
          swaps.map((swap) => String(swap.reserve1)),
          'numeric',
        )})
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
    select distinct m.jetton_id as id from recorded s join market m on m.pool_id = s.pool_id`,
  );
  return traded.map(({ id }) => id);
}
