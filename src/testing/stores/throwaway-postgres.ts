import { execFile, spawn } from 'node:child_process';
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/**
 * Vitest global setup: unless TEST_DATABASE_URL is set, starts a PostgreSQL server for the test run. If PostgreSQL is
 * not installed, prints a notice, and server tests are reported as skipped.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL: configured } = process.env;
  // Most runs need no template, and none of the modules that create it.
  if (configured) return async () => (await import('./create-database.ts')).dropTemplates(configured);
  let isInstalled = false;
  try {
    await newestBinaries();
    isInstalled = true;
    const server = await startThrowawayServer();
    process.env.TEST_DATABASE_URL = server.url;
    return () => server.remove();
  } catch (error) {
    // CI must not pass without a check that it has.
    if (isInstalled && process.env.CI) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `\nNO POSTGRESQL SERVER: store tests run on PGlite only, server tests are SKIPPED.\n` +
        `Set TEST_DATABASE_URL or install PostgreSQL 15 or newer. (${reason.trim()})\n\n`,
    );
    return undefined;
  }
}

export async function newestBinaries(): Promise<string> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const [newest] = versions.filter((name) => Number(name) >= 15).sort((a, b) => Number(b) - Number(a));
  const folder = newest ? join(DEBIAN, newest, 'bin') : (await run('pg_config', ['--bindir'])).stdout.trim();
  // The package of the client library contains pg_config as well.
  await access(join(folder, 'initdb'));
  return folder;
}

export interface ThrowawayServer {
  readonly url: string;
  /** Terminates all server processes immediately, as a crash would. */
  readonly crash: () => Promise<void>;
  /** Starts a crashed server again on the same data. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Test data does not need to survive a crash of the machine. */
const FAST_SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];

/** Starts an empty PostgreSQL server on a Unix socket, with default configuration except `settings`. */
export async function startThrowawayServer(
  settings: readonly string[] = FAST_SETTINGS,
): Promise<ThrowawayServer> {
  const binaries = await newestBinaries();
  const owner = await serverOwner();
  const folder = await mkdtemp(join(tmpdir(), 'jetscope-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const options = '--username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync'.split(' ');
    await run(join(binaries, 'initdb'), ['-D', data, ...options], { ...owner, cwd: folder });
    let stop = await listen(binaries, data, folder, owner, settings);
    return {
      url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
      crash: () => stop('SIGQUIT'),
      start: async () => {
        stop = await listen(binaries, data, folder, owner, settings);
      },
      remove: async () => {
        // Fast shutdown: without waiting for clients.
        await stop('SIGINT');
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

// PostgreSQL refuses to run as root. In that case use the user created by the Debian package.
export async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function listen(
  binaries: string,
  data: string,
  folder: string,
  owner: Owner,
  settings: readonly string[],
): Promise<(signal: NodeJS.Signals) => Promise<void>> {
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, ...['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error(log)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  server.stderr.removeAllListeners('data').resume();
  return async (signal) => {
    server.kill(signal);
    await ended;
  };
}
