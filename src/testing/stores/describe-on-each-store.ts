import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe } from 'vitest';
import { openStore, type Store, type StoreLocation } from '#service/store/store.ts';
import { copyEmptyStore, openTestStore } from './memory-store.ts';
import { newDatabase } from './new-database.ts';

/** An empty store with all migrations. It is the block's only one: what an earlier call put into it is gone. */
export type OpenFresh = () => Promise<Store>;

/**
 * A new place for `openStore`, removed after the block: for tests that open, close and kill. `absent`: nothing is there
 * yet; otherwise an embedded store has been opened once, which saves the seconds of making it.
 */
export type NewPlace = (kind?: 'absent') => Promise<StoreLocation>;

type Tests = (openFresh: OpenFresh, newPlace: NewPlace) => void;

/**
 * A block of tests that runs on PGlite, in memory, and again on the PostgreSQL server of TEST_DATABASE_URL. Without
 * such a server the second half is reported as skipped.
 */
export function describeOnEachStore(name: string, tests: Tests): void {
  describe(`${name} [embedded]`, () => {
    testStore(tests, newFolder, () => openTestStore());
  });
  const serverUrl = process.env.TEST_DATABASE_URL ?? '';
  const title = serverUrl ? '[server]' : '[server: SKIPPED, there is no PostgreSQL server]';
  describe.skipIf(!serverUrl)(`${name} ${title}`, () => {
    testStore(
      tests,
      async () => newDatabase(serverUrl),
      async (newPlace) => openStore(await newPlace()),
    );
  });
}

interface RemovablePlace {
  readonly place: StoreLocation;
  readonly remove: () => Promise<void>;
}

function testStore(
  tests: Tests,
  makePlace: (kind: 'absent' | undefined) => Promise<RemovablePlace>,
  open: (newPlace: NewPlace) => Promise<Store>,
): void {
  const removals: (() => Promise<void>)[] = [];
  const newPlace: NewPlace = async (kind) => {
    const { place, remove } = await makePlace(kind);
    removals.push(remove);
    return place;
  };
  let opened: Store | undefined;
  tests(async () => {
    opened ??= await open(newPlace);
    await empty(opened);
    return { ...opened, close: async () => undefined };
  }, newPlace);
  afterAll(async () => {
    await opened?.close();
    for (const remove of removals) await remove();
  });
}

async function newFolder(kind: 'absent' | undefined): Promise<RemovablePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jetscope-store-'));
  if (kind !== 'absent') await copyEmptyStore(dataDir);
  return { place: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function empty(store: Store): Promise<void> {
  await store.withExclusiveSession('jetscope', async (session) => {
    for (const schema of ['jetscope_next', 'jetscope_old', 'jetscope']) {
      await session.db.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
    }
    await session.migrate();
  });
}
