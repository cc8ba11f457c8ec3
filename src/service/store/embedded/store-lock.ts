import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreInUseError } from '#service/store/database.ts';
import { hasErrorCode, StoreUnavailableError } from '#service/store/store-errors.ts';
import { acquireProcessLock } from './process-lock.mjs';

/**
 * Locks a data folder for this process: a second process on a PGlite folder would corrupt it. Replaces the lock of a
 * process that was killed. Throws StoreInUseError, and StoreUnavailableError if it is not a folder. Returns a function that releases the lock.
 */
export function acquireStoreLock(dataDir: string): () => void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new StoreUnavailableError(`${dataDir} is not a folder`);
  makeFolder(dataDir);
  const lock = acquireProcessLock(join(dataDir, 'store.lock'));
  if ('owner' in lock)
    throw new StoreInUseError(`The store in ${dataDir} is in use by process ${lock.owner}`);
  return lock.release;
}

/** Creates a folder with its parents. Node's recursive `mkdir` never ends below `/proc`, which answers ENOENT. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process has created it meanwhile.
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}
