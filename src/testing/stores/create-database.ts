import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openStore } from '#service/open-store.ts';
import { hashOfMigrations } from './empty-store.ts';

/**
 * Creates a database with a unique name on the server at `serverUrl`: an empty store or, with `absent`, none. The store is
 * copied from a template, which the first call on a server creates.
 */
export async function createDatabase(serverUrl: string, kind?: 'absent') {
  const template = kind === 'absent' ? 'template0' : await emptyStoreTemplate(serverUrl);
  const name = uniqueName();
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    location: { databaseUrl: urlOf(serverUrl, name) },
    remove: () => onServer(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Drops the templates of `createDatabase`. */
export async function dropTemplates(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'jetscope_template_%'",
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname}`);
  });
}

async function emptyStoreTemplate(serverUrl: string): Promise<string> {
  const name = `jetscope_template_${hashOfMigrations()}`;
  await onServer(serverUrl, async (client) => {
    // Held until the connection ends: other processes wait for the template.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const unfinished = uniqueName();
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
    const store = await openStore({ databaseUrl: urlOf(serverUrl, unfinished) });
    await store.close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}

const uniqueName = () => `jetscope_test_${process.pid}_${randomBytes(4).toString('hex')}`;

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
