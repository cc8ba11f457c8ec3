import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { isStoreUnavailable, StoreUnavailableError } from '#service/store/store-errors.ts';
import { eventually } from '#testing/eventually.ts';
import { createDatabase } from '#testing/stores/create-database.ts';
import { NO_SERVER } from '#testing/stores/skipped-server-tests.ts';
import { TcpProxy } from '#testing/stores/tcp-proxy.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { type ServerLimits, serverLimits } from './server-connection.ts';
import { openServerStore } from './server-store.ts';

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const title = serverUrl ? '' : ` [${NO_SERVER}]`;
const POOL_SIZE = 10;
const limits: ServerLimits = {
  connect: timeLimit(1_500),
  statement: timeLimit(500),
  query: timeLimit(800),
  keepAlive: 10_000,
};
const TOO_LONG_SECONDS = (1.5 * limits.query) / 1000;

test('with the default limits, dead connections delay a request by less than 15 s', () => {
  expect(serverLimits.query + serverLimits.connect).toBeLessThan(15_000);
  expect(serverLimits.statement).toBeLessThan(serverLimits.query);
});

describe.skipIf(!serverUrl)(`a store on a PostgreSQL server${title}`, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let proxy: TcpProxy;
  let store: Store;

  beforeAll(async () => {
    database = await createDatabase(serverUrl);
  });

  afterAll(() => database.remove());

  beforeEach(async () => {
    proxy = await TcpProxy.listen(database.location.databaseUrl);
    store = await openServerStore({ databaseUrl: proxy.databaseUrl }, limits);
    await store.db.execute(sql`delete from fx`);
  });

  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  /** For statements that must last until their backend is found, also on a busy machine. */
  const openPatientStore = async () => {
    await store.close();
    const patient = { ...limits, statement: 25_000, query: 30_000 };
    store = await openServerStore({ databaseUrl: proxy.databaseUrl }, patient);
  };

  const backend = async (db: Database): Promise<number> => {
    const [row] = await rows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
    return row?.pid ?? 0;
  };

  const terminate = (pid: number) => store.db.execute(sql`select pg_terminate_backend(${pid}::int)`);

  /** Terminates the backend that is running a statement with this text. */
  const terminateRunning = (text: string) =>
    eventually(async () => {
      const found = await rows(
        store.db,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where query like ${`%${text}%`} and pid <> pg_backend_pid() and state = 'active'`,
      );
      expect(found).toHaveLength(1);
    });

  const canQuery = async (query: SQL = sql`select 1 as one`): Promise<boolean> =>
    (await rows(store.db, query)).length === 1;

  const fillPool = () =>
    Promise.all(Array.from({ length: POOL_SIZE }, () => canQuery(sql`select pg_sleep(0.05)`)));

  const countRates = async (): Promise<number> => (await rows(store.db, sql`select 1 from fx`)).length;

  const addRate = sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 1)`;

  test('survives backends terminated in transactions, between and during statements', async () => {
    await openPatientStore();
    for (let round = 0; round < 10; round += 1) {
      const between = store.transaction(async (db) => {
        await db.execute(addRate);
        await terminate(await backend(db));
        // Wait until the client has detected the loss.
        await eventually(() => expect(db.execute(sql`select 1`)).rejects.toSatisfy(isStoreUnavailable));
      });
      await expect(between).rejects.toSatisfy(isStoreUnavailable);
      const marker = `round ${round}`;
      const during = store.transaction((db) =>
        db.execute(sql`select pg_sleep(20), ${sql.raw(`'${marker}'`)}`),
      );
      await Promise.all([expect(during).rejects.toSatisfy(isStoreUnavailable), terminateRunning(marker)]);
    }
    expect(await countRates()).toBe(0);
  });

  test('sends the statements of a read one after another, in their order', async () => {
    const warnings: string[] = [];
    const record = ({ name }: Error) => warnings.push(name);
    process.on('warning', record);
    const numbers = [3, 1, 2];
    const found = await store.read((db) =>
      Promise.all(
        numbers.map((number) =>
          rows(db, sql`select ${number}::int as number, pg_sleep(0.01)::text as slept`),
        ),
      ),
    );
    // Node.js reports warnings in the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', record);
    expect(found).toEqual(numbers.map((number) => [{ number, slept: '' }]));
    expect(warnings).toEqual([]);
  });

  test('reports why a transaction failed even if the rollback fails', async () => {
    const failing = store.transaction(async (db) => {
      await terminate(await backend(db));
      throw new Error('the reason');
    });
    await expect(failing).rejects.toThrow('the reason');
    await store.transaction((db) => db.execute(addRate));
    expect(await countRates()).toBe(1);
  });

  test('retries a read whose connection was lost, but not a write', async () => {
    await openPatientStore();
    const lock = sql`pg_advisory_xact_lock(2)`;
    await store.transaction(async (db) => {
      await db.execute(sql`select ${lock}`);
      const write = store.db.execute(sql`
        insert into fx (code, date, rate) select 'a write', '2026-01-01', 1 from ${lock}`);
      await Promise.all([expect(write).rejects.toSatisfy(isStoreUnavailable), terminateRunning('a write')]);
    });
    expect(await countRates()).toBe(0);
    let read: Promise<boolean> | undefined;
    await store.transaction(async (db) => {
      await db.execute(sql`select ${lock}`);
      read = canQuery(sql`select ${lock}, 'a read' as text`);
      await terminateRunning('a read');
    });
    expect(await read).toBe(true);
    let snapshot: Promise<unknown[]> | undefined;
    await store.transaction(async (db) => {
      await db.execute(sql`select ${lock}`);
      snapshot = store.read((reader) => rows(reader, sql`select ${lock}, 'a snapshot' as text`));
      await terminateRunning('a snapshot');
    });
    expect(await snapshot).toHaveLength(1);
  });

  test('recovers from silently dropped idle connections after one timeout', async () => {
    await fillPool();
    expect(proxy.connections).toBe(POOL_SIZE);
    proxy.blackHole();
    const started = performance.now();
    await expect(canQuery()).rejects.toSatisfy(isStoreUnavailable);
    for (let query = 0; query < POOL_SIZE; query += 1) expect(await canQuery()).toBe(true);
    expect(performance.now() - started).toBeLessThan(2 * limits.query);
    await eventually(() => expect(proxy.connections).toBe(1));
  });

  test('serves requests that waited for a connection while all were silently dropped', async () => {
    await fillPool();
    proxy.blackHole();
    const started = performance.now();
    const outcomes = await Promise.allSettled(Array.from({ length: POOL_SIZE + 3 }, () => canQuery()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(performance.now() - started).toBeLessThan(limits.connect);
  });

  test('releases the locks of a transaction whose connection is silently dropped', async () => {
    const lock = sql`select pg_try_advisory_xact_lock(1) as locked`;
    const started = performance.now();
    const lost = store.transaction(async (db) => {
      await db.execute(lock);
      proxy.blackHole();
      await db.execute(sql`select 1`);
    });
    await expect(lost).rejects.toSatisfy(isStoreUnavailable);
    // No second timeout for the rollback.
    expect(performance.now() - started).toBeLessThan(2 * limits.query);
    await eventually(async () => {
      expect(await store.transaction((db) => rows(db, lock))).toEqual([{ locked: true }]);
    });
  });

  test('is unavailable while the server refuses connections', async () => {
    proxy.refusing = true;
    proxy.cut();
    await eventually(() => expect(canQuery()).rejects.toSatisfy(isStoreUnavailable));
    await expect(store.transaction(backend)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(store.withExclusiveSession('jetscope', () => canQuery())).rejects.toBeInstanceOf(
      StoreUnavailableError,
    );
    proxy.refusing = false;
    expect(await canQuery()).toBe(true);
  });

  test('is unavailable while every connection is in use', async () => {
    let isBusy = true;
    const keepBusy = async (db: Database) => {
      while (isBusy) await db.execute(sql`select pg_sleep(0.05)`);
    };
    const transactions = Array.from({ length: POOL_SIZE }, () => store.transaction(keepBusy));
    await expect(canQuery()).rejects.toSatisfy(isStoreUnavailable);
    isBusy = false;
    await Promise.all(transactions);
    expect(await canQuery()).toBe(true);
  });

  test('is unavailable for a statement over its time limit, and keeps the connection', async () => {
    const before = await backend(store.db);
    await expect(canQuery(sql`select pg_sleep(${TOO_LONG_SECONDS})`)).rejects.toSatisfy(isStoreUnavailable);
    expect(await backend(store.db)).toBe(before);
  });

  test('reconnects when the server has become read-only', async () => {
    await store.db.execute(sql`set default_transaction_read_only to on`);
    await expect(store.db.execute(addRate)).rejects.toSatisfy(isStoreUnavailable);
    await store.db.execute(addRate);
    expect(await countRates()).toBe(1);
  });

  test('sets no time limit for exclusive sessions', async () => {
    const slept = store.withExclusiveSession('jetscope', ({ db }) =>
      rows(db, sql`select pg_sleep(${TOO_LONG_SECONDS})`),
    );
    expect(await slept).toHaveLength(1);
  });
});

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
