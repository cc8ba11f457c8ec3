import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows, type Store } from '#service/store/database.ts';
import { createDatabase } from '#testing/stores/create-database.ts';
import { NO_SERVER } from '#testing/stores/skipped-server-tests.ts';
import { openServerStore } from './server-store.ts';

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const title = serverUrl ? '' : ` [${NO_SERVER}]`;

describe.skipIf(!serverUrl)(`a store behind a pooler in transaction mode${title}`, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let store: Store;

  beforeAll(async () => {
    database = await createDatabase(serverUrl);
    const { databaseUrl } = database.location;
    store = await openServerStore({
      databaseUrl,
      directUrl: databaseUrl,
      pooler: 'transaction',
      poolSize: 1,
    });
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const settings = sql`select current_setting('search_path') as schema, current_setting('TimeZone') as zone,
    current_setting('statement_timeout') as timeout`;
  const expected = { schema: 'jetscope', zone: 'UTC', timeout: '8s' };

  test('statements and transactions have their settings, which do not outlast them', async () => {
    expect(await rows(store.db, settings)).toEqual([expected]);
    expect(await store.transaction((db) => rows(db, settings))).toEqual([expected]);
    expect(await store.read((db) => rows(db, settings))).toEqual([expected]);
    const connection = new pg.Client(database.location.databaseUrl);
    await connection.connect();
    const { rows: sessions } = await connection.query(
      `select query, state from pg_stat_activity where application_name = 'jetscope' and datname = current_database()`,
    );
    await connection.end();
    // Nothing is left open between transactions.
    expect(sessions).toEqual([{ query: 'COMMIT', state: 'idle' }]);
  });

  test('a failed statement rolls back, and the connection is used again', async () => {
    const backend = async () =>
      (await rows<{ pid: number }>(store.db, sql`select pg_backend_pid() as pid`))[0]?.pid;
    const pid = await backend();
    await expect(store.db.execute(sql`select 1 / 0`)).rejects.toThrow(/select 1 \/ 0/);
    expect(await backend()).toBe(pid);
  });
});

describe.skipIf(!serverUrl)(`a store that only reads${title}`, () => {
  test('opens without a server, and applies no migrations', async () => {
    const unreachable = await openServerStore({
      databaseUrl: 'postgresql://127.0.0.1:1/none',
      access: 'read',
    });
    await expect(rows(unreachable.db, sql`select 1`)).rejects.toThrow(/select 1|ECONNREFUSED/);
    await unreachable.close();
    const database = await createDatabase(serverUrl, 'absent');
    const reader = await openServerStore({ ...database.location, access: 'read' });
    expect(await rows(reader.db, sql`select to_regclass('jetscope.dataset') as "table"`)).toEqual([
      { table: null },
    ]);
    await reader.close();
    await database.remove();
  });
});
