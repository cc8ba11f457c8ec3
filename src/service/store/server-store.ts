import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DATA_SCHEMA, type Session, type Store, StoreInUseError } from './database.ts';
import { isLockTimeout } from './lock-timeout.ts';
import { migrationsOf } from './migrations.ts';
import { copyStatement, quoteName, TEXT_TYPES, tablesOf } from './sql-text.ts';

const POOL_SIZE = 10;
const CONNECT_MILLISECONDS = 10_000;
const STATEMENT_SECONDS = 30;
const LOCK_SECONDS = 5;
const OLDEST_SERVER = 15;
/** Numbers of advisory locks, arbitrary but fixed. */
const LOCKS = { migrate: 7_221_001, replace: 7_221_002 } as const;

for (const type of TEXT_TYPES) pg.types.setTypeParser(type, (text) => text);

export async function openServerStore(databaseUrl: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'jetscope',
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    // oxlint-disable-next-line no-misused-promises -- pg-pool waits for the promise, its types do not tell
    onConnect: (client) => prepare(client, DATA_SCHEMA, STATEMENT_SECONDS),
  });
  // An idle connection that breaks has left the pool already; the next query opens another.
  pool.on('error', () => undefined);
  const store = serverStore(pool, databaseUrl);
  try {
    await withClient(databaseUrl, DATA_SCHEMA, async (client, session) => {
      await refuseOldServer(client);
      await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrate]);
      await session.migrate();
    });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number; version: string }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major, current_setting('server_version') AS version`,
  );
  const [server] = rows;
  if (!server || server.major >= OLDEST_SERVER) return;
  throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed, this is ${server.version}`);
}

// By statements, not by start-up options: those would lose to options in DATABASE_URL, and poolers drop them.
async function prepare(client: pg.ClientBase, schema: string, seconds: number): Promise<void> {
  await client.query(
    `SET search_path TO ${quoteName(schema)}; SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, YMD'; SET jit TO off;
     SET statement_timeout TO '${seconds}s'; SET idle_in_transaction_session_timeout TO '${2 * seconds}s'`,
  );
}

function serverStore(pool: pg.Pool, databaseUrl: string): Store {
  const db = drizzle(pool);
  return {
    engine: 'server',
    condition: () => ({ state: 'ok' }),
    db,
    transaction: (work) => db.transaction(work),
    alone: (schema, work) =>
      withClient(databaseUrl, schema, async (client, session) => {
        await lockOut(client);
        return await work(session);
      }),
    close: () => pool.end(),
  };
}

// Waits a little: a server takes some seconds to notice that a killed process is gone.
async function lockOut(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout TO '${LOCK_SECONDS}s'`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.replace]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StoreInUseError('Another process is replacing the data of this database', { cause: error });
  }
  await client.query('SET lock_timeout TO 0');
}

async function withClient<Result>(
  databaseUrl: string,
  schema: string,
  work: (client: pg.Client, session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'jetscope load',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
  });
  // A connection lost between two statements; the next one tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepare(client, schema, 0);
    await client.query(`SET maintenance_work_mem TO '256MB'; SET work_mem TO '64MB'`);
    // Lets the server stop a long statement whose process is gone; not every system can.
    await client.query(`SET client_connection_check_interval TO '1s'`).catch(() => undefined);
    return await work(client, serverSession(client, drizzle(client), schema));
  } finally {
    await client.end();
  }
}

function serverSession(client: pg.Client, db: NodePgDatabase, schema: string): Session {
  const everyTable = async (action: string) => {
    for (const table of await tablesOf(db, schema)) await client.query(`${action} ${table}`);
  };
  return {
    db,
    migrate: () => migrate(db, migrationsOf(schema)),
    copy: async (table, columns, chunks) => {
      const target = client.query(copyFrom(copyStatement(table, columns, 'STDIN')));
      await pipeline(Readable.from(chunks), target);
      return target.rowCount;
    },
    vacuum: () => everyTable('VACUUM'),
    tidy: () => everyTable('VACUUM (ANALYZE)'),
  };
}
