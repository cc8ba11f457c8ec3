import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Runs `work` and returns the longest time in which nothing else could run, in milliseconds. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
