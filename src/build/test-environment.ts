import { existsSync, statfsSync } from 'node:fs';

/**
 * Flags of Node.js processes that tests start. V8 optimizes the code of the embedded database later than by default:
 * most processes end before the optimization pays off, which takes as long as all of their statements.
 */
export const testNodeFlags: string[] = ['--wasm-tiering-budget=100000000'];

const SHARED_MEMORY = '/dev/shm';
/** The files of all tests that run at the same time take a third. */
const ENOUGH_BYTES = 4e9;

/**
 * Lets this process and those that it starts create temporary files in memory, if there is enough and `TMPDIR` is not set.
 * Tests create so many, most of them tables and indexes of databases, that disks can take most of the time.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(SHARED_MEMORY)) return;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = SHARED_MEMORY;
}
