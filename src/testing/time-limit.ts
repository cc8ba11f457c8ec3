import { availableParallelism, loadavg } from 'node:os';

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
