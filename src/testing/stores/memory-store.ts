import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openMemoryStore } from '#service/store/embedded/embedded-store.ts';
import { openStore, type Store } from '#service/store/store.ts';

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const { version } = JSON.parse(readFileSync(`${packages}@electric-sql/pglite/package.json`, 'utf8'));
const imageFile = `${packages}.cache/pglite-${version}.tar`;

/** Opens an empty in-memory store. The first call on a machine caches an image, which loads four times as fast. */
export async function openTestStore(): Promise<Store> {
  if (!existsSync(imageFile)) await createImage();
  return await openMemoryStore(new Blob([await readFile(imageFile)]));
}

async function createImage(): Promise<void> {
  const pglite = await PGlite.create();
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(dirname(imageFile), { recursive: true });
  const unfinished = `${imageFile}.${process.pid}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, imageFile);
}

const emptyStore = `${packages}.cache/empty-store-${version}`;

/** Creates an empty store in `dataDir`. The first call on a machine caches it; copying takes a tenth of the time. */
export async function copyEmptyStore(dataDir: string): Promise<void> {
  if (!existsSync(emptyStore)) await createEmptyStore();
  await cp(emptyStore, dataDir, { recursive: true });
}

async function createEmptyStore(): Promise<void> {
  await mkdir(dirname(emptyStore), { recursive: true });
  const unfinished = await mkdtemp(`${emptyStore}.`);
  const store = await openStore({ dataDir: unfinished });
  await store.close();
  // If another process was faster, use its store.
  await rename(unfinished, emptyStore).catch(() => rm(unfinished, { recursive: true }));
}
