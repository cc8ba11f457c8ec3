import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { formatMegabytes, freeBytes } from './disk-space.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import type { EngineOptions } from './embedded-protocol.ts';
import { fsyncPath } from './store-record.ts';

/** A new folder takes 40 MB; the rest is for the first data and its WAL. */
const NEW_FOLDER_BYTES = 128e6;

/**
 * Makes a data folder for PGlite. It gets its name only when it is complete and on the disk: a kill or a power failure
 * meanwhile leaves nothing that looks like a store.
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

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(folder);
}

/** Renames a damaged data folder, where there is one, so that another can take its place. */
export function setAsideDamagedFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '-');
  renameSync(folder, `${folder}.damaged-${moment}`);
}
