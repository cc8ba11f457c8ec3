import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { formatMegabytes, freeBytes } from './disk-space.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import type { EngineOptions } from './embedded-protocol.ts';
import { fsyncPath } from './store-record.ts';

/** 40 MB for an empty data folder; the rest for the first data and its WAL. */
const NEW_FOLDER_BYTES = 128e6;

/**
 * Creates a data folder for PGlite under a temporary name and renames it once it is complete and flushed to disk. An
 * interruption never leaves a partial store. Throws StoreUnavailableError if there is not enough disk space.
 */
export async function createDataFolder(folder: string, options: EngineOptions): Promise<void> {
  const parent = join(folder, '..');
  const free = await freeBytes(parent);
  if (free < NEW_FOLDER_BYTES) {
    const needed = formatMegabytes(NEW_FOLDER_BYTES);
    throw new StoreUnavailableError(
      `a new store needs ${needed} of free disk space, found ${formatMegabytes(free)}`,
    );
  }
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const engine = await EmbeddedEngine.start({ ...options, folder: unfinished });
  await engine.close();
  syncTree(unfinished);
  renameSync(unfinished, folder);
  fsyncPath(parent);
}

/** Flushes a folder with all its files to disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(folder);
}

/** Renames a damaged data folder, if it exists, to make way for a new one. */
export function setAsideDamagedFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const timestamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  renameSync(folder, `${folder}.damaged-${timestamp}`);
}
