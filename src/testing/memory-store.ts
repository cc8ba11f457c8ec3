import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openMemoryStore } from '#service/store/embedded-store.ts';
import type { Store } from '#service/store/store.ts';

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));
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
