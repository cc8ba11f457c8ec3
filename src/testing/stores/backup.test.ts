import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeControlFile, writeControlFile } from '#service/feeds/commands/control-file.ts';
import { startControlServer } from '#service/feeds/commands/control-server.ts';
import { createOperator } from '#service/feeds/commands/operator.ts';
import { openStore } from '#service/open-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { acquireStoreLock } from '#service/store/embedded/store-lock.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { copyEmptyStore } from './empty-store.ts';

let command: BundledCommand;
let parent: string;
let dataDir: string;

beforeAll(async () => {
  command = await bundleCommand('src/service/backup-command.ts');
  parent = mkdtempSync(join(tmpdir(), 'jetscope-backup-'));
  dataDir = join(parent, 'data');
  await copyEmptyStore(dataDir);
  const store = await openStore({ dataDir });
  await replaceData(store, { source: 'imported', stables: [] });
  await store.close();
});
afterAll(async () => {
  rmSync(parent, { recursive: true });
  await command.remove();
});

function backUp(folder: string, target: string) {
  return command.start({ dataDir: folder }, target).outcome;
}

/** Adds the rates of two currencies in one transaction. */
async function addRates(store: Store, number: number): Promise<void> {
  await store.transaction(async (db) => {
    for (const code of ['eur', 'gbp'])
      await db.execute(
        sql`insert into fx (code, date, rate) values (${code}, '2000-01-01'::date + ${number}::int, 0.9)`,
      );
  });
}

/** The number of days with rates, by currency. */
async function countDays(folder: string): Promise<Record<string, number>> {
  const store = await openStore({ dataDir: folder });
  const found = await rows<{ code: string; days: number }>(
    store.db,
    sql`select code, count(*)::int as days from fx group by code`,
  );
  await store.close();
  return Object.fromEntries(found.map(({ code, days }) => [code, days]));
}

test('npm run backup copies a closed store', async () => {
  const store = await openStore({ dataDir });
  await addRates(store, 0);
  await store.close();
  const target = join(parent, 'of-closed');
  expect(await backUp(dataDir, target)).toMatchObject({
    code: 0,
    errors: '',
    output: `Backed up ${dataDir} to ${target}\n`,
  });
  expect(await countDays(target)).toEqual({ eur: 1, gbp: 1 });
});

test('npm run backup copies a store that a service writes to', async () => {
  const store = await openStore({ dataDir });
  const now = () => new Date();
  const operator = createOperator(store, { feeds: [], exchanges: [], now, clock: { now } });
  const errors: unknown[] = [];
  const control = await startControlServer(dataDir, operator, (error) => errors.push(error));
  const target = join(parent, 'of-open');
  let written = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      written += 1;
      await addRates(store, written);
    }
  })();
  const before = written;
  const outcome = await backUp(dataDir, target);
  isDone = true;
  await writing;
  await control.close();
  await store.close();
  expect(outcome).toMatchObject({ code: 0, errors: '' });
  expect(errors).toEqual([]);
  const { eur = 0, gbp } = await countDays(target);
  // The previous test wrote one day.
  expect(eur).toBeGreaterThan(before);
  expect(eur).toBeLessThanOrEqual(written + 1);
  expect(gbp).toBe(eur);
});

/** Backs up while a service has the store open that handles commands in this way. */
async function backUpThrough(handle: RequestListener) {
  const release = acquireStoreLock(dataDir);
  const service = createServer(handle).listen(0, '127.0.0.1');
  await once(service, 'listening');
  writeControlFile(dataDir, { port: (service.address() as AddressInfo).port, token: 'token' });
  const outcome = await backUp(dataDir, join(parent, 'not-written'));
  removeControlFile(dataDir);
  service.close();
  release();
  return outcome;
}

test('npm run backup reports a service that ends meanwhile', async () => {
  expect(await backUpThrough((request) => request.socket.destroy())).toMatchObject({
    code: 1,
    errors: 'Backup failed: The service with the store did not complete the command: socket hang up\n',
  });
});

test('npm run backup reports a folder that only the service can see', async () => {
  expect(await backUpThrough((_, response) => response.end('{}'))).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/not-written in a file system that is not visible here/),
  });
});

test('npm run backup ignores a control file that a power failure has cut', async () => {
  writeFileSync(join(dataDir, 'control.json'), '');
  expect(await backUp(dataDir, join(parent, 'after-failure'))).toMatchObject({ code: 0, errors: '' });
  removeControlFile(dataDir);
});

test('npm run backup refuses to overwrite a folder', async () => {
  const target = mkdtempSync(join(parent, 'existing-'));
  expect(await backUp(dataDir, target)).toMatchObject({
    code: 1,
    output: '',
    errors: `Backup failed: ${target} already exists\n`,
  });
  expect(readdirSync(target)).toEqual([]);
});

test('npm run backup reports a folder that cannot be written', async () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  const target = join(file, 'copy');
  const { code, errors } = await backUp(dataDir, target);
  expect(code).toBe(1);
  expect(errors).toMatch(/^Backup failed: \S+copy cannot be written: ENOTDIR.*\n$/);
});

// Node creates folders with their parents in an endless loop if the parent exists, and the folder does not.
test.runIf(process.platform === 'linux')('npm run backup reports a target below /proc', async () => {
  const { code, errors } = await backUp(dataDir, '/proc/jetscope/copy');
  expect(code).toBe(1);
  expect(errors).toMatch(
    /^Backup failed: \/proc\/jetscope\/copy needs \d+ MB of free disk space, found 0 MB\n$/,
  );
});

test.each(['copy', 'store/copy', 'new/copy'])(
  'npm run backup refuses a target inside of the store: %s',
  async (path) => {
    const link = join(parent, `link-${path.length}`);
    symlinkSync(dataDir, link);
    for (const folder of [dataDir, link]) {
      const { code, errors } = await backUp(dataDir, join(folder, path));
      expect(code).toBe(1);
      expect(errors).toContain(`is inside of the data folder ${dataDir}`);
    }
  },
);

test('what a killed process has left of a backup is removed with the next start', async () => {
  const unfinished = join(parent, 'killed.unfinished');
  mkdirSync(unfinished);
  writeFileSync(join(dataDir, 'backup.unfinished'), unfinished);
  const store = await openStore({ dataDir });
  await store.close();
  expect(existsSync(unfinished)).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('backup.unfinished');
});

test('npm run backup reports a folder without a store', async () => {
  const empty = join(parent, 'empty');
  expect(await backUp(empty, join(parent, 'of-empty'))).toMatchObject({
    code: 1,
    errors: `Backup failed: ${empty} contains no data\n`,
  });
  expect(existsSync(empty)).toBe(false);
});

test('npm run backup leaves servers to their tools', async () => {
  const location = { databaseUrl: 'postgresql://localhost/jetscope' };
  const { code, errors } = await command.start(location, join(parent, 'of-server')).outcome;
  expect(code).toBe(1);
  expect(errors).toBe(
    'Backup failed: DATABASE_URL is set: back up the server with pg_dump or pg_basebackup\n',
  );
});
