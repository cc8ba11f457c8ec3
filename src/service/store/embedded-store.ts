import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DATA_SCHEMA, type Session, type Store, StoreInUseError } from './database.ts';
import { migrationsOf } from './migrations.ts';
import { copyStatement, quoteName, TEXT_TYPES, tablesOf } from './sql-text.ts';
import { holdStore } from './store-lock.ts';

const settings = [`search_path=${DATA_SCHEMA}`, 'work_mem=32MB', 'jit=off'];

const options: PGliteOptions = {
  parsers: Object.fromEntries(TEXT_TYPES.map((type) => [type, (text: string) => text])),
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
};

export async function openEmbeddedStore(dataDir: string): Promise<Store> {
  const release = holdStore(dataDir);
  try {
    return await migrated(await openFolder(dataDir), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A store that is gone with the process. An image of an empty PGlite saves making one. */
export async function openMemoryStore(image?: Blob): Promise<Store> {
  const pglite = await PGlite.create({ ...options, ...(image && { loadDataDir: image }) });
  return await migrated(pglite, () => undefined);
}

async function migrated(pglite: PGlite, release: () => void): Promise<Store> {
  await embeddedSession(pglite, DATA_SCHEMA).migrate();
  return embeddedStore(pglite, release);
}

// A new folder gets its name only when it is complete: a kill while it is made leaves nothing that looks like a store.
async function openFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'store');
  if (!existsSync(folder)) {
    const unfinished = join(dataDir, 'store.new');
    rmSync(unfinished, { recursive: true, force: true });
    const fresh = await PGlite.create(unfinished);
    await fresh.close();
    renameSync(unfinished, folder);
  }
  return await PGlite.create(folder, options);
}

function embeddedStore(pglite: PGlite, release: () => void): Store {
  const db = drizzle(pglite);
  let busy = false;
  return {
    engine: 'embedded',
    db,
    transaction: (work) => db.transaction(work),
    alone: async (schema, work) => {
      if (busy) throw new StoreInUseError('The data is being replaced already');
      busy = true;
      try {
        return await work(embeddedSession(pglite, schema));
      } finally {
        busy = false;
      }
    },
    close: async () => {
      await pglite.close();
      release();
    },
  };
}

function embeddedSession(pglite: PGlite, schema: string): Session {
  const client = onSchema(pglite, schema);
  const db = drizzle(client);
  const everyTable = async (action: string) => {
    for (const table of await tablesOf(db, schema)) {
      await setImmediate();
      await pglite.exec(`${action} ${table}`);
    }
  };
  return {
    db,
    migrate: () => migrate(db, migrationsOf(schema)),
    copy: async (table, columns, chunks) => {
      let count = 0;
      for await (const chunk of chunks) {
        const blob = new Blob([chunk]);
        const result = await client.query(copyStatement(table, columns, "'/dev/blob'"), [], { blob });
        count += result.affectedRows ?? 0;
      }
      return count;
    },
    vacuum: () => everyTable('VACUUM'),
    tidy: () => everyTable('VACUUM (ANALYZE)'),
  };
}

// PGlite is one session for the whole process. So whatever works on another schema says so for the length of one
// transaction, which PGlite runs by itself, and in between everybody else finds the search_path as it was.
function onSchema(pglite: PGlite, schema: string): PGlite {
  const transaction: PGlite['transaction'] = async (work) => {
    // PGlite's promises never wait for an event: without this, a long load would hold up timers and sockets to its end.
    await setImmediate();
    return await pglite.transaction(async (transaction) => {
      await transaction.query(`SET LOCAL search_path TO ${quoteName(schema)}`);
      return await work(transaction);
    });
  };
  const query: PGlite['query'] = (text, parameters, queryOptions) =>
    transaction((transaction) => transaction.query(text, parameters, queryOptions));
  return new Proxy(pglite, {
    get: (target, name) => {
      if (name === 'query') return query;
      return name === 'transaction' ? transaction : Reflect.get(target, name, target);
    },
  });
}
