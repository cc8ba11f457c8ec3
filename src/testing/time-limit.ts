import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * How many times longer than on an idle machine work may take: `TEST_TIME_FACTOR`, by default from the load of the machine, which
 * may have risen since the process started.
 */
function timeFactor(): number {
  return Number(process.env.TEST_TIME_FACTOR) || Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** Returns the milliseconds after which a test fails, from those on an idle machine. */
export function timeLimit(milliseconds: number): number {
  return Math.round(milliseconds * timeFactor());
}

/** Runs `work` and returns the longest time in which nothing else could run, in milliseconds. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
