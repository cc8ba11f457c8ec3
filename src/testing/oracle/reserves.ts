import type { Pair, Pool } from './dataset.ts';
import { swapsOf, type World } from './world.ts';

/** Returns the latest reserves: those reported by the pool or those after a swap. */
export function latestReserves(
  world: World,
  pool: Pool,
): { reserves: Pair<bigint>; time: number } | undefined {
  let latest = pool.reported && pool.reported.time <= world.clock ? pool.reported : undefined;
  for (const { time, reserves } of swapsOf(world, pool.address)) {
    if (reserves && (!latest || time >= latest.time)) latest = { time, reserves };
  }
  return latest;
}
