import { sql } from 'drizzle-orm';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import {
  DATA_SCHEMA,
  type Database,
  rows,
  type Session,
  type Store,
  StoreInUseError,
} from '#service/store/database.ts';
import { type Dataset, readDataset } from '#service/store/dataset.ts';
import { checkSchema, IncompatibleSchemaError, migrationConfig } from '#service/store/migrations.ts';
import { type Position, type PositionRow, positionOf, SELECT_POSITION } from '#service/store/position.ts';
import { copyStatement, listTables, TEXT_TYPES } from '#service/store/sql-text.ts';
import { isStoreUnavailable, StoreUnavailableError } from '#service/store/store-errors.ts';
import {
  beginDataFolder,
  copyDataFolder,
  databaseFolder,
  findDamage,
  finishDataFolder,
  formatMegabytes,
  freeBytes,
  hasStore,
  makePrivate,
  readStoreRecord,
  removeUnfinishedBackup,
  removeUnfinishedStore,
  StoreDamagedError,
  setAsideDamagedFolder,
  toStoreRecord,
  writeStoreRecord,
} from './data-folder.ts';
import { durableParameters } from './durable-folder.mjs';
import { EmbeddedClient, embeddedDatabase } from './embedded-client.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { EngineSupervisor, STOP_WRITES_BELOW_BYTES } from './engine-supervisor.ts';
import { acquireStoreLock } from './store-lock.ts';

/** Sorting on disk takes the embedded engine much longer than a server. */
const EXCLUSIVE_WORK_MEM = '96MB';
const settings = [`search_path=${DATA_SCHEMA}`, 'work_mem=32MB', 'jit=off'];
/** OIDs of dates, times, intervals, and arrays of these or of numeric: drizzle parses them from text. */
const DRIZZLE_TEXT_TYPES = [1082, 1114, 1184, 1186, 1231, 1115, 1185, 1187, 1182];
const textTypes = [...TEXT_TYPES, ...DRIZZLE_TEXT_TYPES];
// PostgreSQL fills its buffers with zeros when it starts. Those of stores in memory are copies of memory.
const memoryOptions = { parameters: [...settings, 'shared_buffers=16MB'], textTypes };
// With PostgreSQL's default of 128 MB, the whole service would need much more memory, and rounds as much time.
const folderSettings = [...settings, 'shared_buffers=64MB'];
const folderOptions = { parameters: [...folderSettings, ...durableParameters], textTypes };

export interface EmbeddedStoreOptions {
  /** Renames a damaged store and creates a new one instead of failing. For callers that replace all data. */
  readonly replaceDamaged?: boolean;
}

/**
 * Opens the store in `dataDir`, creating it if there has never been one. Throws StoreInUseError, StoreDamagedError,
 * IncompatibleSchemaError or StoreUnavailableError.
 */
export async function openEmbeddedStore(
  dataDir: string,
  { replaceDamaged = false }: EmbeddedStoreOptions = {},
): Promise<Store> {
  const release = acquireStoreLock(dataDir);
  try {
    removeUnfinishedBackup(dataDir);
    removeUnfinishedStore(dataDir);
    if (!hasStore(dataDir)) return await openNewFolder(dataDir, release);
    const opened = openDataFolder(dataDir, release).catch(async (error: unknown) => {
      if (!replaceDamaged || !(error instanceof StoreDamagedError)) throw error;
      setAsideDamagedFolder(databaseFolder(dataDir));
      return await openNewFolder(dataDir, release);
    });
    return await opened;
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens an in-memory store. `image`, a dump of an empty PGlite, speeds up the start. */
export async function openMemoryStore(image?: Uint8Array<ArrayBuffer>): Promise<Store> {
  const engine = await EmbeddedEngine.start({ ...memoryOptions, ...(image && { image }) });
  const client = new EmbeddedClient(() => engine);
  await embeddedSession(client, DATA_SCHEMA).migrate();
  return embeddedStore(client, {
    condition: () => ({ state: 'ok' }),
    onReplaced: async () => undefined,
    close: () => engine.close(),
  });
}

/** Creates a data folder and opens it. An interruption never leaves a partial store. */
async function openNewFolder(dataDir: string, release: () => void): Promise<Store> {
  await beginDataFolder(dataDir);
  return await openDataFolder(dataDir, release, true);
}

async function openDataFolder(dataDir: string, release: () => void, isNew = false): Promise<Store> {
  const folder = databaseFolder(dataDir);
  const toDamagedError = (reason: string) => new StoreDamagedError(dataDir, reason, readStoreRecord(dataDir));
  const damage = isNew ? undefined : findDamage(folder);
  if (damage !== undefined) throw toDamagedError(damage);
  makePrivate(folder);
  let supervisor: EngineSupervisor | undefined;
  try {
    supervisor = await EngineSupervisor.start(folder, () =>
      EmbeddedEngine.start({ ...folderOptions, folder }),
    );
    const { client } = supervisor;
    if (isNew) await client.atCheckpoint(() => finishDataFolder(dataDir));
    await embeddedSession(client, DATA_SCHEMA).migrate();
    const dataset = await readDataset(embeddedDatabase(client));
    if (dataset) await writeStoreRecord(dataDir, toStoreRecord(dataset));
    else if (!isNew && readStoreRecord(dataDir) !== undefined) throw toDamagedError('its data is missing');
  } catch (error) {
    await supervisor?.close();
    throw error instanceof StoreDamagedError || error instanceof IncompatibleSchemaError
      ? error
      : await translateOpenError(error, folder, isNew ? () => error as Error : toDamagedError);
  }
  const { client } = supervisor;
  return embeddedStore(client, {
    condition: () => supervisor.condition(),
    onReplaced: (dataset) => writeStoreRecord(dataDir, toStoreRecord(dataset)),
    backUp: (target) => client.atCheckpoint(() => copyDataFolder(dataDir, target)),
    close: async () => {
      await supervisor.close();
      release();
    },
  });
}

/** PostgreSQL reports a full disk like damage; the free disk space distinguishes them. */
async function translateOpenError(
  error: unknown,
  folder: string,
  toDamagedError: (reason: string) => Error,
): Promise<Error> {
  const free = await freeBytes(folder);
  if (isStoreUnavailable(error) || free < STOP_WRITES_BELOW_BYTES)
    return new StoreUnavailableError(`the disk of ${folder} is full (${formatMegabytes(free)} free)`, {
      cause: error,
    });
  const { cause } = error as Error;
  return toDamagedError((cause instanceof Error ? cause : (error as Error)).message);
}

interface StoreLifecycle {
  readonly condition: Store['condition'];
  /** Called after the data was replaced. */
  readonly onReplaced: (dataset: Dataset) => Promise<void>;
  readonly backUp?: Store['backUp'];
  readonly close: () => Promise<void>;
}

function embeddedStore(
  client: EmbeddedClient,
  { condition, onReplaced, backUp, close }: StoreLifecycle,
): Store {
  const db = embeddedDatabase(client);
  let busy = false;
  // Read again after changes, which only this process makes.
  let position: Promise<Position> | undefined;
  const forgetPosition = () => {
    position = undefined;
  };
  const currentPosition = () => {
    position ??= queryPosition(db);
    position.catch(forgetPosition);
    return position;
  };
  const analyzed = new Map<string, AnalyzedTable>();
  const withExclusiveSession: Store['withExclusiveSession'] = async (schema, work) => {
    if (busy) throw new StoreInUseError('The data is already being replaced');
    busy = true;
    try {
      await client.exec(`SET work_mem TO '${EXCLUSIVE_WORK_MEM}'`);
      const result = await work(embeddedSession(client, schema));
      const dataset = schema === DATA_SCHEMA ? undefined : await readDataset(db);
      if (dataset) await onReplaced(dataset);
      return result;
    } finally {
      busy = false;
      forgetPosition();
      // Fails if the engine has ended, which is why `work` failed.
      await client.exec('RESET work_mem').catch(() => undefined);
    }
  };
  return {
    engine: 'embedded',
    condition,
    db,
    // A transaction would block all other statements.
    read: async (work) => work(db, await currentPosition()),
    transaction: (work) => db.transaction(work).finally(forgetPosition),
    withExclusiveSession,
    maintain: () => withExclusiveSession(DATA_SCHEMA, () => maintain(client, analyzed)),
    ...(backUp && { backUp }),
    close,
  };
}

async function queryPosition(db: Database): Promise<Position> {
  const [row] = await rows<PositionRow>(db, sql.raw(SELECT_POSITION));
  return positionOf(row);
}

function embeddedSession(client: EmbeddedClient, schema: string): Session {
  const session = schema === DATA_SCHEMA ? client : client.onSchema(schema);
  const db = embeddedDatabase(session);
  return {
    db,
    forEach: async (items, work) => {
      for (const item of items) await work(db, item);
    },
    migrate: async () => {
      await checkSchema(db, schema);
      // The migrator only accepts its driver's database type; at runtime it is the same object.
      await migrate(db as PgliteDatabase, migrationConfig(schema));
    },
    copy: async (table, columns, chunks) => {
      let count = 0;
      for await (const chunk of chunks) {
        const statement = copyStatement(table, columns, "'/dev/blob'");
        const { affectedRows } = await session.query(statement, [], { blob: chunk });
        count += affectedRows ?? 0;
      }
      return count;
    },
    vacuumAnalyze: () => vacuum(client, schema, 'VACUUM (ANALYZE)'),
  };
}

async function vacuum(
  client: EmbeddedClient,
  schema: string,
  statement: 'VACUUM' | 'VACUUM (ANALYZE)',
): Promise<void> {
  for (const table of await listTables(embeddedDatabase(client), schema))
    await client.exec(`${statement} ${table}`);
}

/** A table as it was when it was last analyzed. */
interface AnalyzedTable {
  readonly rows: number;
  readonly at: number;
}

/** A table is analyzed when its number of rows has changed by this, as by autovacuum, and daily. */
const ANALYZE = { rows: 50, share: 0.1, afterMs: 24 * 3600_000 };
/** A fifth of the default: the sample of wide tables took 70 MB, which PGlite never returns. */
const STATISTICS_TARGET = 20;

/**
 * Does what autovacuum does on a server. Live statistics update jettons, with 30 index entries each, many times a minute:
 * without VACUUM, the store would grow by gigabytes a day. Without ANALYZE, the planner would take a store that feeds have
 * filled for an empty one. `analyzed` is kept between calls.
 */
async function maintain(client: EmbeddedClient, analyzed: Map<string, AnalyzedTable>): Promise<void> {
  await vacuum(client, DATA_SCHEMA, 'VACUUM');
  // VACUUM has counted the rows.
  const tables = await rows<{ name: string; rows: number }>(
    embeddedDatabase(client),
    sql`select oid::regclass::text as name, reltuples as rows from pg_class
      where relnamespace = ${DATA_SCHEMA}::regnamespace and relkind = 'r'`,
  );
  const at = performance.now();
  for (const { name, rows } of tables) {
    const last = analyzed.get(name);
    const isCurrent =
      last &&
      at - last.at < ANALYZE.afterMs &&
      Math.abs(rows - last.rows) <= ANALYZE.rows + ANALYZE.share * last.rows;
    if (isCurrent) continue;
    await client.transaction(async (session) => {
      await session.query(`SET LOCAL default_statistics_target TO ${STATISTICS_TARGET}`);
      await session.query(`ANALYZE ${name}`);
    });
    analyzed.set(name, { rows, at });
  }
}
