import { constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorLine } from '#service/store/error-line.ts';
import { syncTree } from './embedded-folder.ts';
import { acquireStoreLock } from './store-lock.ts';
import { fsyncPath, RECORD_FILE, readStoreRecord } from './store-record.ts';

/** A data folder cannot be copied. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Copies the database and its record to a new folder, which can be used as `DATA_DIR`. Nothing may write to the
 * database meanwhile. The target appears once it is complete and flushed to disk. Throws BackupError.
 */
export async function copyDataFolder(dataDir: string, target: string): Promise<void> {
  if (existsSync(target)) throw new BackupError(`${target} already exists`);
  const unfinished = `${target}.unfinished`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    // File systems that can share blocks between files copy instantly.
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
    for (const name of ['store', RECORD_FILE]) await cp(join(dataDir, name), join(unfinished, name), options);
    syncTree(unfinished);
    renameSync(unfinished, target);
    fsyncPath(dirname(target));
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished, { recursive: true });
    throw new BackupError(`${target} cannot be written: ${errorLine(error)}`, { cause: error });
  }
}

/** Copies a data folder that no process has open. Throws BackupError, or StoreInUseError if one has. */
export async function copyClosedDataFolder(dataDir: string, target: string): Promise<void> {
  if (readStoreRecord(dataDir) === undefined) throw new BackupError(`${dataDir} contains no data`);
  const release = acquireStoreLock(dataDir);
  try {
    await copyDataFolder(dataDir, target);
  } finally {
    release();
  }
}
