import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { openStore } from '#service/open-store.ts';
import type { Store } from '#service/store/database.ts';
import { DATA_SCHEMA } from '#service/store/database.ts';
import { openMemoryStore } from '#service/store/embedded/embedded-store.ts';
import { migrationConfig } from '#service/store/migrations.ts';
import { createDatabase } from './create-database.ts';
import { cachePath } from './empty-store.ts';

/** Engines of one process share their compiled code as long as something holds it. Compiling it takes half of their start. */
const compiledEngine = readFile(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))).then(
  (code) => WebAssembly.compile(code),
);

/**
 * Opens an empty store for tests that one engine is enough for: on the server of TEST_DATABASE_URL, where they take half of
 * the time, or else in memory.
 */
export async function openTestStore(): Promise<Store> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return openInMemoryStore();
  const { location, remove } = await createDatabase(serverUrl);
  const store = await openStore(location);
  const close = async () => {
    await store.close();
    await remove();
  };
  return { ...store, close };
}

/** Opens an empty in-memory store. The first call on a machine caches an image with all migrations. */
export async function openInMemoryStore(): Promise<Store> {
  const imageFile = `${cachePath('pglite')}.tar`;
  if (!existsSync(imageFile)) await createImage(imageFile);
  await compiledEngine;
  return await openMemoryStore(await readFile(imageFile));
}

async function createImage(imageFile: string): Promise<void> {
  const pglite = await PGlite.create();
  await pglite.exec(`SET search_path TO ${DATA_SCHEMA}`);
  await migrate(drizzle(pglite), migrationConfig(DATA_SCHEMA));
  // Templates of databases are two thirds of the files, which each start extracts.
  await pglite.exec('UPDATE pg_database SET datistemplate = false');
  for (const name of ['template0', 'template1']) await pglite.exec(`DROP DATABASE ${name}`);
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(dirname(imageFile), { recursive: true });
  const unfinished = `${imageFile}.${process.pid}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, imageFile);
}
