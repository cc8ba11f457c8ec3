import type { Pair, Pool } from './dataset.ts';
import { swapsOf, type World } from './world.ts';

/** The pool's own figures or those after a swap, whichever are later. */
export function latestReserves(
  world: World,
  pool: Pool,
): { reserves: Pair<bigint>; time: number } | undefined {
  const own = pool.figures && pool.figures.time <= world.clock ? pool.figures : undefined;
  let latest = own;
  for (const { time, reserves } of swapsOf(world, pool.address)) {
    if (reserves && (!latest || time >= latest.time)) latest = { time, reserves };
  }
  return latest;
}
