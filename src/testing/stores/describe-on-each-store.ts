import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe } from 'vitest';
import { openStore } from '#service/open-store.ts';
import { type Database, rows, type Store, type StoreLocation } from '#service/store/database.ts';
import { createDatabase } from './create-database.ts';
import { copyEmptyStore } from './empty-store.ts';
import { NO_SERVER } from './skipped-server-tests.ts';
import { openInMemoryStore } from './test-store.ts';

/** Returns the block's store, emptied and with all migrations applied. All calls share one store. */
type OpenEmptyStore = () => Promise<Store>;

/**
 * Creates a location for `openStore`, removed after the block, for tests that open, close and kill stores themselves.
 * By default an embedded store already exists there, which saves the seconds of creating it; with `absent` it does not.
 */
type NewLocation = (kind?: 'absent') => Promise<StoreLocation>;

/**
 * Returns the cases that the block tests: every fifth on PGlite, where a case takes several times as long, the others on the
 * server, or all of them on PGlite without one. For long series of similar cases whose results cannot depend on the engine.
 */
type ShareCases = <Case>(cases: readonly Case[]) => readonly Case[];

type Tests = (openEmptyStore: OpenEmptyStore, newLocation: NewLocation, shareCases: ShareCases) => void;

/**
 * Runs a block of tests on in-memory PGlite and again on the PostgreSQL server of TEST_DATABASE_URL. Without a server,
 * the second run is reported as skipped.
 */
export function describeOnEachStore(name: string, tests: Tests): void {
  const serverUrl = process.env.TEST_DATABASE_URL ?? '';
  describe(`${name} [embedded]`, () => {
    testStore(tests, (cases) => (serverUrl ? cases.filter(isForEmbedded) : cases), embedded);
  });
  const title = serverUrl ? '[server]' : `[server: ${NO_SERVER}]`;
  describe.skipIf(!serverUrl)(`${name} ${title}`, () => {
    const isForServer = (item: unknown, index: number) => !isForEmbedded(item, index);
    testStore(tests, (cases) => cases.filter(isForServer), serverAt(serverUrl));
  });
}

const isForEmbedded = (_: unknown, index: number) => index % 5 === 0;

/**
 * Runs a block of tests whose results cannot depend on the engine on one store: that of the server, on which they take half
 * of the time, or else in-memory PGlite.
 */
export function describeOnOneStore(name: string, tests: Tests): void {
  const serverUrl = process.env.TEST_DATABASE_URL;
  describe(`${name} [${serverUrl ? 'server' : 'embedded'}]`, () => {
    testStore(tests, (cases) => cases, serverUrl ? serverAt(serverUrl) : embedded);
  });
}

/** Where a block opens stores. */
interface Engine {
  readonly createLocation: (kind: 'absent' | undefined) => Promise<RemovableLocation>;
  /** Opens the store that the tests of a block share. */
  readonly open: (newLocation: NewLocation) => Promise<Store>;
}

const embedded: Engine = { createLocation: newFolder, open: () => openInMemoryStore() };

function serverAt(url: string): Engine {
  return {
    createLocation: (kind) => createDatabase(url, kind),
    open: async (newLocation) => openStore(await newLocation()),
  };
}

interface RemovableLocation {
  readonly location: StoreLocation;
  readonly remove: () => Promise<void>;
}

function testStore(tests: Tests, shareCases: ShareCases, { createLocation, open }: Engine): void {
  const removals: (() => Promise<void>)[] = [];
  const newLocation: NewLocation = async (kind) => {
    const { location, remove } = await createLocation(kind);
    removals.push(remove);
    return location;
  };
  let opened: Store | undefined;
  let migrated = '';
  tests(
    async () => {
      if (opened) await empty(opened, migrated);
      else {
        opened = await open(newLocation);
        migrated = (await readSchema(opened.db)) ?? '';
      }
      return { ...opened, close: async () => undefined };
    },
    newLocation,
    shareCases,
  );
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

/** Deletes all data. Creates the schema again only if a test has changed it, which takes nine times as long. */
async function empty(store: Store, migrated: string): Promise<void> {
  await store.withExclusiveSession('jetscope', async (session) => {
    const { db } = session;
    for (const schema of ['jetscope_next', 'jetscope_old'])
      await db.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
    if ((await readSchema(db)) === migrated) {
      const tables = await rows<{ name: string }>(
        db,
        sql`select tablename as name from pg_tables where schemaname = 'jetscope' and tablename <> 'migration'`,
      );
      // In one statement, so that references do not matter. Truncating small tables takes thirty times as long.
      const deletions = tables.map(
        ({ name }) => sql`${sql.identifier(name)} as (delete from jetscope.${sql.identifier(name)})`,
      );
      await db.execute(sql`
        with ${sql.join(deletions, sql`, `)}
        select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'jetscope' and sequencename <> 'migration_id_seq'`);
    } else {
      await db.execute(sql`drop schema if exists jetscope cascade`);
      await session.migrate();
    }
  });
}

/**
 * Returns a hash of all definitions in the schema of the data and of the migrations that are recorded as applied, without
 * storage parameters, which an import sets and on which no result depends.
 */
async function readSchema(db: Database): Promise<string | undefined> {
  const exists = await rows(
    db,
    sql`select from pg_tables where schemaname = 'jetscope' and tablename = 'migration'`,
  );
  if (exists.length === 0) return undefined;
  const [found] = await rows<{ hash: string }>(
    db,
    sql`
      with relation as (select * from pg_class where relnamespace = 'jetscope'::regnamespace)
      select md5(string_agg(definition, E'\n' order by definition)) as hash from (
        select concat_ws(' ', relname, relkind) from relation
        union all
        select concat_ws(' ', relname, attname, attnum, atttypid, atttypmod, attnotnull, attgenerated, attcollation,
            pg_get_expr(adbin, adrelid))
          from pg_attribute
          join relation on relation.oid = attrelid
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where relkind <> 'i'
        union all
        select pg_get_indexdef(oid) from relation where relkind = 'i'
        union all
        select concat_ws(' ', conname, pg_get_constraintdef(oid)) from pg_constraint
          where connamespace = 'jetscope'::regnamespace
        union all
        select pg_get_functiondef(oid) from pg_proc where pronamespace = 'jetscope'::regnamespace and prokind = 'f'
        union all
        select concat_ws(' ', tgname, pg_get_triggerdef(pg_trigger.oid)) from pg_trigger
          join relation on relation.oid = tgrelid where not tgisinternal
        union all
        select concat_ws(' ', id, hash, created_at) from jetscope.migration
      ) as definitions (definition)`,
  );
  return found?.hash;
}
