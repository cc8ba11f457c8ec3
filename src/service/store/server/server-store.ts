import { sql } from 'drizzle-orm';
import pg from 'pg';
import {
  DATA_SCHEMA,
  type Database,
  type ServerLocation,
  type Store,
  StoreInUseError,
} from '#service/store/database.ts';
import { type Position, type PositionRow, positionOf, SELECT_POSITION } from '#service/store/position.ts';
import { TEXT_TYPES } from '#service/store/sql-text.ts';
import { isLockTimeout } from '#service/store/store-errors.ts';
import {
  type ServerConnection,
  type ServerLimits,
  serverDatabase,
  serverLimits,
} from './server-connection.ts';
import { ServerPool } from './server-pool.ts';
import { connectionConfig, localSettings, prepareSession, withSession } from './server-session.ts';

const POOL_SIZE = 10;

const LOCK_TIMEOUT_SECONDS = 5;
const MIN_SERVER_VERSION = 15;
/** Keys of advisory locks. Arbitrary but must not change. */
const LOCKS = { migrate: 7_221_001, replace: 7_221_002 } as const;

for (const type of TEXT_TYPES) pg.types.setTypeParser(type, (text) => text);

/**
 * Opens the store on a PostgreSQL server and applies pending migrations. While the server is unreachable, all
 * operations of the store throw StoreUnavailableError; the store reconnects by itself.
 */
export async function openServerStore(
  location: ServerLocation,
  limits: ServerLimits = serverLimits,
): Promise<Store> {
  const {
    databaseUrl,
    directUrl = databaseUrl,
    pooler = 'none',
    poolSize = POOL_SIZE,
    access = 'own',
  } = location;
  if (access === 'own')
    await withSession(directUrl, DATA_SCHEMA, limits, async (session, connection) => {
      await checkServerVersion(connection);
      await connection.query('SELECT pg_advisory_lock($1)', [LOCKS.migrate]);
      await session.migrate();
    });
  const config = {
    ...connectionConfig(databaseUrl, limits),
    application_name: 'jetscope',
    max: poolSize,
    query_timeout: limits.query,
  };
  const pool =
    pooler === 'transaction'
      ? new ServerPool(config, localSettings(DATA_SCHEMA, limits.statement))
      : new ServerPool({
          ...config,
          // oxlint-disable-next-line no-misused-promises -- pg-pool awaits the promise, but its types do not allow one
          onConnect: (client) => prepareSession(client, DATA_SCHEMA, limits.statement),
        });
  return serverStore(pool, directUrl, limits);
}

async function checkServerVersion(connection: ServerConnection): Promise<void> {
  const { rows } = await connection.query(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major, current_setting('server_version') AS version`,
  );
  const [server]: { major: number; version: string }[] = rows;
  if (!server || server.major >= MIN_SERVER_VERSION) return;
  throw new Error(`PostgreSQL ${MIN_SERVER_VERSION} or newer is required; the server runs ${server.version}`);
}

function serverStore(pool: ServerPool, directUrl: string, limits: ServerLimits): Store {
  const transaction: Store['transaction'] = (work) =>
    pool.use((connection) =>
      runTransaction(connection, async (db) => {
        if (pool.localSettings !== undefined) await db.execute(sql.raw(pool.localSettings));
        return await work(db);
      }),
    );
  return {
    engine: 'server',
    condition: () => ({ state: 'ok' }),
    connections: () => pool.connections,
    // drizzle's own `transaction` would spread the statements over the pool.
    db: Object.assign(serverDatabase(pool), { transaction }),
    read: (work) => pool.readWith((connection) => runReads(connection, pool.localSettings, work)),
    transaction,
    withExclusiveSession: (schema, work) =>
      withSession(directUrl, schema, limits, async (session, connection) => {
        await acquireReplaceLock(connection);
        return await work(session);
      }),
    close: () => pool.close(),
  };
}

/** Runs reads on one snapshot. What precedes `work` is sent at once. */
async function runReads<Result>(
  connection: ServerConnection,
  localSettings: string | undefined,
  work: (db: Database, position: Position) => Promise<Result>,
): Promise<Result> {
  const begin = [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    ...(localSettings === undefined ? [] : [localSettings]),
    SELECT_POSITION,
  ];
  try {
    // Several statements have an array of results.
    const results = (await connection.query(begin.join('; '))) as unknown as pg.QueryResult<PositionRow>[];
    const result = await work(serverDatabase(connection), positionOf(results.at(-1)?.rows[0]));
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // If it fails as well, the connection is closed, which ends the transaction.
    if (!connection.broken) await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

// If ROLLBACK fails, drizzle throws its error instead of the original one.
async function runTransaction<Result>(
  connection: ServerConnection,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await serverDatabase(connection).transaction(async (transaction) => {
      try {
        return await work(transaction);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    throw failure ? failure.error : error;
  }
}

// Waits a few seconds: the server needs some time to detect that a killed process is gone.
async function acquireReplaceLock(connection: ServerConnection): Promise<void> {
  await connection.query(`SET lock_timeout TO '${LOCK_TIMEOUT_SECONDS}s'`);
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [LOCKS.replace]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StoreInUseError('Another process is replacing the data of this database', { cause: error });
  }
  await connection.query('SET lock_timeout TO 0');
}
