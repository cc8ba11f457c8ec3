import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openMemoryStore } from '#service/store/embedded/embedded-store.ts';
import { openStore, type Store } from '#service/store/store.ts';

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const { version } = JSON.parse(readFileSync(`${packages}@electric-sql/pglite/package.json`, 'utf8'));
const file = `${packages}.cache/pglite-${version}.tar`;

/** An empty store in memory. The first on a machine keeps an image, which later ones load four times as fast. */
export async function openTestStore(): Promise<Store> {
  if (!existsSync(file)) await makeImage();
  return await openMemoryStore(new Blob([await readFile(file)]));
}

async function makeImage(): Promise<void> {
  const pglite = await PGlite.create();
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, file);
}

const emptyStore = `${packages}.cache/empty-store-${version}`;

/** Makes `dataDir` the folder of an empty store. The first on a machine is kept, and copied in a tenth of the time. */
export async function copyEmptyStore(dataDir: string): Promise<void> {
  if (!existsSync(emptyStore)) await makeEmptyStore();
  await cp(emptyStore, dataDir, { recursive: true });
}

async function makeEmptyStore(): Promise<void> {
  await mkdir(dirname(emptyStore), { recursive: true });
  const unfinished = await mkdtemp(`${emptyStore}.`);
  const store = await openStore({ dataDir: unfinished });
  await store.close();
  // Where another process was quicker, its store serves as well.
  await rename(unfinished, emptyStore).catch(() => rm(unfinished, { recursive: true }));
}
