import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe } from 'vitest';
import { openStore } from '#service/open-store.ts';
import type { Store, StoreLocation } from '#service/store/database.ts';
import { createDatabase } from './create-database.ts';
import { copyEmptyStore } from './empty-store.ts';
import { openTestStore } from './memory-store.ts';
import { NO_SERVER } from './skipped-server-tests.ts';

/** Returns the block's store, emptied and with all migrations applied. All calls share one store. */
export type OpenEmptyStore = () => Promise<Store>;

/**
 * Creates a location for `openStore`, removed after the block, for tests that open, close and kill stores themselves.
 * By default an embedded store already exists there, which saves the seconds of creating it; with `absent` it does not.
 */
export type NewLocation = (kind?: 'absent') => Promise<StoreLocation>;

type Tests = (openEmptyStore: OpenEmptyStore, newLocation: NewLocation) => void;

/**
 * Runs a block of tests on in-memory PGlite and again on the PostgreSQL server of TEST_DATABASE_URL. Without a server,
 * the second run is reported as skipped.
 */
export function describeOnEachStore(name: string, tests: Tests): void {
  describe(`${name} [embedded]`, () => {
    testStore(tests, newFolder, () => openTestStore());
  });
  const serverUrl = process.env.TEST_DATABASE_URL ?? '';
  const title = serverUrl ? '[server]' : `[server: ${NO_SERVER}]`;
  describe.skipIf(!serverUrl)(`${name} ${title}`, () => {
    testStore(
      tests,
      async () => createDatabase(serverUrl),
      async (newLocation) => openStore(await newLocation()),
    );
  });
}

interface RemovableLocation {
  readonly location: StoreLocation;
  readonly remove: () => Promise<void>;
}

function testStore(
  tests: Tests,
  createLocation: (kind: 'absent' | undefined) => Promise<RemovableLocation>,
  open: (newLocation: NewLocation) => Promise<Store>,
): void {
  const removals: (() => Promise<void>)[] = [];
  const newLocation: NewLocation = async (kind) => {
    const { location, remove } = await createLocation(kind);
    removals.push(remove);
    return location;
  };
  let opened: Store | undefined;
  tests(async () => {
    if (opened) await empty(opened);
    else opened = await open(newLocation);
    return { ...opened, close: async () => undefined };
  }, newLocation);
  afterAll(async () => {
    await opened?.close();
    for (const remove of removals) await remove();
  });
}

async function newFolder(kind: 'absent' | undefined): Promise<RemovableLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jetscope-store-'));
  if (kind !== 'absent') await copyEmptyStore(dataDir);
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function empty(store: Store): Promise<void> {
  await store.withExclusiveSession('jetscope', async (session) => {
    for (const schema of ['jetscope_next', 'jetscope_old', 'jetscope']) {
      await session.db.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
    }
    await session.migrate();
  });
}
