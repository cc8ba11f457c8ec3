import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Store } from '#service/store/database.ts';
import { DATA_SCHEMA } from '#service/store/database.ts';
import { openMemoryStore } from '#service/store/embedded/embedded-store.ts';
import { migrationConfig } from '#service/store/migrations.ts';
import { cachePath } from './empty-store.ts';

/** Opens an empty in-memory store. The first call on a machine caches an image with all migrations. */
export async function openTestStore(): Promise<Store> {
  const imageFile = `${cachePath('pglite')}.tar`;
  if (!existsSync(imageFile)) await createImage(imageFile);
  return await openMemoryStore(new Blob([await readFile(imageFile)]));
}

async function createImage(imageFile: string): Promise<void> {
  const pglite = await PGlite.create();
  await pglite.exec(`SET search_path TO ${DATA_SCHEMA}`);
  await migrate(drizzle(pglite), migrationConfig(DATA_SCHEMA));
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(dirname(imageFile), { recursive: true });
  const unfinished = `${imageFile}.${process.pid}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, imageFile);
}
