import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Session } from '#service/store/database.ts';
import { checkSchema, migrationConfig } from '#service/store/migrations.ts';
import { copyStatement, listTables, quoteIdentifier } from '#service/store/sql-text.ts';
import {
  ServerConnection,
  type ServerLimits,
  serverDatabase,
  throwAsUnavailable,
} from './server-connection.ts';

/** Connections of `Session.forEach`. A calculation uses one server core per connection. */
const MAX_CONNECTIONS = 4;

/**
 * Runs `work` on a dedicated connection without statement timeouts, for loads, migrations and full calculations. TCP
 * keep-alive on both sides detects dead connections.
 */
export async function withSession<Result>(
  databaseUrl: string,
  schema: string,
  limits: ServerLimits,
  work: (session: Session, connection: ServerConnection) => Promise<Result>,
): Promise<Result> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({
      ...connectionConfig(databaseUrl, limits),
      application_name: 'jetscope load',
    });
    clients.push(client);
    // If the connection breaks between two statements, the next statement fails.
    client.on('error', () => undefined);
    return await openConnection(client, schema);
  };
  try {
    const connection = await open();
    return await work(serverSession(connection, schema, open), connection);
  } finally {
    await Promise.all(clients.map((client) => endConnection(client, limits)));
  }
}

/** Connection settings shared by pooled connections and dedicated sessions. */
export function connectionConfig(databaseUrl: string, limits: ServerLimits): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAlive,
  };
}

/**
 * Applies session settings to a new connection. `statementTimeout` is in milliseconds, 0 for none. It also limits idle
 * transactions, so that locks of a lost connection are released before its work is retried.
 */
export async function prepareSession(
  client: pg.ClientBase,
  schema: string,
  statementTimeout: number,
): Promise<void> {
  // SET statements rather than startup options: options in DATABASE_URL take precedence and poolers drop them.
  await client.query(
    `${setStatements('SET', schema, statementTimeout)};
     SET tcp_keepalives_idle TO 10; SET tcp_keepalives_interval TO 1; SET tcp_keepalives_count TO 10`,
  );
}

/**
 * The settings of `prepareSession` as statements that apply to the current transaction, for poolers that assign a
 * connection to a client for one transaction only.
 */
export function localSettings(schema: string, statementTimeout: number): string {
  return setStatements('SET LOCAL', schema, statementTimeout);
}

function setStatements(set: 'SET' | 'SET LOCAL', schema: string, statementTimeout: number): string {
  const settings = [
    `search_path TO ${quoteIdentifier(schema)}`,
    `TimeZone TO 'UTC'`,
    `DateStyle TO 'ISO, YMD'`,
    'jit TO off',
    `statement_timeout TO ${statementTimeout}`,
    `idle_in_transaction_session_timeout TO ${statementTimeout}`,
  ];
  return settings.map((setting) => `${set} ${setting}`).join('; ');
}

async function openConnection(client: pg.Client, schema: string): Promise<ServerConnection> {
  try {
    await client.connect();
    await prepareSession(client, schema, 0);
    await client.query(`SET maintenance_work_mem TO '256MB'; SET work_mem TO '64MB'`);
    // Cancels long statements after the client is gone. Not supported on every operating system.
    await client.query(`SET client_connection_check_interval TO '1s'`).catch(() => undefined);
    return new ServerConnection(client);
  } catch (error) {
    return throwAsUnavailable(error);
  }
}

// A dead server does not respond to the Terminate message: destroy the socket after a timeout.
async function endConnection(client: pg.Client, limits: ServerLimits): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), limits.connect);
  await client.end();
  clearTimeout(timer);
}

/** Removes items one by one, so that several loops can share the queue and one of them can clear it. */
function* drain<Item>(queue: Item[]): Generator<Item> {
  while (queue.length > 0) yield* queue.splice(0, 1);
}

function serverSession(
  connection: ServerConnection,
  schema: string,
  open: () => Promise<ServerConnection>,
): Session {
  const db = serverDatabase(connection);
  const databases: Database[] = [db];
  const forEach: Session['forEach'] = async (items, work) => {
    const pending = [...items];
    while (databases.length < Math.min(MAX_CONNECTIONS, pending.length))
      databases.push(serverDatabase(await open()));
    const runPending = async (database: Database) => {
      try {
        for (const item of drain(pending)) await work(database, item);
      } catch (error) {
        pending.length = 0;
        throw error;
      }
    };
    const results = await Promise.allSettled(databases.map(runPending));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  return {
    db,
    forEach,
    migrate: async () => {
      await checkSchema(db, schema);
      await migrate(db, migrationConfig(schema));
    },
    copy: async (table, columns, chunks) => {
      const target = connection.client.query(copyFrom(copyStatement(table, columns, 'STDIN')));
      await pipeline(Readable.from(chunks), target).catch(throwAsUnavailable);
      return target.rowCount;
    },
    vacuumAnalyze: async () =>
      await forEach(await listTables(db, schema), async (database, table) => {
        await database.execute(sql.raw(`VACUUM (ANALYZE) ${table}`));
      }),
  };
}
