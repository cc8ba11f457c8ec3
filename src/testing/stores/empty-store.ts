import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of a file or folder that tests cache for the installed version of PGlite and the current migrations. */
export function cachePath(name: string): string {
  const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
  const { version } = JSON.parse(readFileSync(`${packages}@electric-sql/pglite/package.json`, 'utf8'));
  return `${packages}.cache/${name}-${hashOfMigrations()}-${version}`;
}

/** Creates an empty store in `dataDir`. The first call on a machine caches it; copying takes a tenth of the time. */
export async function copyEmptyStore(dataDir: string): Promise<void> {
  const emptyStore = cachePath('empty-store');
  if (!existsSync(emptyStore)) await createEmptyStore(emptyStore);
  await cp(emptyStore, dataDir, { recursive: true });
}

async function createEmptyStore(emptyStore: string): Promise<void> {
  // Browser tests usually find a cached store and need none of its modules.
  const { openStore } = await import('#service/open-store.ts');
  await mkdir(dirname(emptyStore), { recursive: true });
  const unfinished = await mkdtemp(`${emptyStore}.`);
  const store = await openStore({ dataDir: unfinished });
  await store.close();
  // If another process was faster, use its store.
  await rename(unfinished, emptyStore).catch(() => rm(unfinished, { recursive: true }));
}

/** Migrations may change until they are released. */
export function hashOfMigrations(): string {
  const folder = fileURLToPath(new URL('../../service/store/migrations/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const hash = createHash('sha256');
  for (const name of files.toSorted()) hash.update(readFileSync(folder + name));
  return hash.digest('hex').slice(0, 8);
}
