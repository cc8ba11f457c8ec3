import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { replaceData } from '#service/store/replace-data.ts';
import { openStore, rows, type Store } from '#service/store/store.ts';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { copyEmptyStore } from '#testing/stores/memory-store.ts';
import { EmbeddedEngine, EngineStartError } from './embedded-engine.ts';
import { StoreDamagedError } from './store-damage.ts';

let parent: string;
/** Holds imported data; tests work on copies. */
let imported: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'jetscope-embedded-'));
  imported = join(parent, 'imported');
  await copyEmptyStore(imported);
  const store = await openStore({ dataDir: imported });
  await replaceData(store, { source: 'imported', stables: [] }, async ({ db }) => {
    await db.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 0.9)`);
  });
  await store.close();
});

afterAll(() => rmSync(parent, { recursive: true }));

function copyOfImported(name: string): string {
  const dataDir = join(parent, name.replaceAll(/\W/g, '-'));
  cpSync(imported, dataDir, { recursive: true });
  return dataDir;
}

async function ratesOf(store: Store): Promise<number> {
  return (await rows(store.db, sql`select * from fx`)).length;
}

describe('a damaged store', () => {
  const kinds: readonly [what: string, damage: (folder: string) => void, message: RegExp][] = [
    ['without PG_VERSION', (folder) => rmSync(join(folder, 'PG_VERSION')), /: PG_VERSION is missing\./],
    ['that is gone', (folder) => rmSync(folder, { recursive: true }), /: the folder .* is missing\./],
    [
      'that is empty',
      (folder) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
      },
      /: the folder .* is empty\./,
    ],
    [
      'with half a control file',
      (folder) => truncateSync(join(folder, 'global/pg_control'), 4000),
      /: global\/pg_control has the wrong size\./,
    ],
    [
      'with a control file of zeros',
      (folder) => writeFileSync(join(folder, 'global/pg_control'), Buffer.alloc(8192)),
      /cannot be opened: .+/,
    ],
    [
      'of another PostgreSQL',
      (folder) => writeFileSync(join(folder, 'PG_VERSION'), '17\n'),
      /cannot be opened: database files are incompatible with server/,
    ],
    [
      'without WAL',
      (folder) => {
        rmSync(join(folder, 'pg_wal'), { recursive: true });
        mkdirSync(join(folder, 'pg_wal'));
      },
      /cannot be opened: could not .*(checkpoint|write-ahead)/i,
    ],
    [
      'with an emptied catalogue',
      (folder) => truncateSync(join(folder, 'base/5/1259'), 0),
      /cannot be opened: .+/,
    ],
  ];

  test.each(kinds)('%s is refused with what it held and how to recover', async (what, damage, message) => {
    const dataDir = copyOfImported(what);
    damage(join(dataDir, 'store'));
    const opening = openStore({ dataDir });
    await expect(opening).rejects.toThrow(StoreDamagedError);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(/It held imported data, built on 20.*restore a backup.*import/);
    rmSync(dataDir, { recursive: true });
  });

  test('is set aside by an import, and without new data still not taken for a new store', async () => {
    const dataDir = copyOfImported('set-aside');
    rmSync(join(dataDir, 'store/PG_VERSION'));
    const store = await openStore({ dataDir }, { replaceDamaged: true });
    expect(await ratesOf(store)).toBe(0);
    await store.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('store.damaged-'))).toHaveLength(1);
    await expect(openStore({ dataDir })).rejects.toThrow(/its data is missing\. It held imported data/);
  });
});

test('an engine that ends in the middle of a statement is started again, with all that was committed', async () => {
  const worker = vi.spyOn(EmbeddedEngine, 'start');
  const store = await openStore({ dataDir: copyOfImported('restarted') });
  const engine = await worker.mock.results.at(-1)?.value;
  const waiting = store.db.execute(sql`select pg_sleep(60)`);
  engine.terminate('the engine was ended by a test');
  await expect(waiting).rejects.toMatchObject({ cause: expect.any(StoreUnavailableError) });
  await vi.waitFor(async () => expect(await ratesOf(store)).toBe(1), { timeout: 20_000, interval: 100 });
  await store.close();
  worker.mockRestore();
});

test('a transaction under way at the end of its engine does not go on in the next one', async () => {
  const worker = vi.spyOn(EmbeddedEngine, 'start');
  const store = await openStore({ dataDir: copyOfImported('transaction') });
  const engine = await worker.mock.results.at(-1)?.value;
  const failing = store.transaction(async (db) => {
    await db.execute(sql`insert into fx (code, date, rate) values ('gbp', '2026-01-01', 0.8)`);
    engine.terminate('the engine was ended by a test');
    await vi.waitFor(() => expect(store.condition()).toEqual({ state: 'ok' }), { timeout: 20_000 });
    await db.execute(sql`insert into fx (code, date, rate) values ('chf', '2026-01-01', 0.8)`);
  });
  await expect(failing).rejects.toMatchObject({ cause: expect.any(StoreUnavailableError) });
  await vi.waitFor(() => expect(store.condition()).toEqual({ state: 'ok' }), { timeout: 20_000 });
  expect(await ratesOf(store)).toBe(1);
  await store.close();
  worker.mockRestore();
});

test('an engine that cannot start says why', async () => {
  const starting = EmbeddedEngine.start({ parameters: ['shared_buffers=1kB'], textTypes: [] });
  await expect(starting).rejects.toThrow(EngineStartError);
  await expect(starting).rejects.toThrow(/shared_buffers/);
});

test('WAL stays under 256 MB while more than that is written', async () => {
  const dataDir = copyOfImported('wal');
  const store = await openStore({ dataDir });
  await store.db.execute(
    sql`create table filler as select n, repeat('x', 500) as text from generate_series(1, 12000) n`,
  );
  const start = await walPosition(store);
  let largest = 0;
  while ((await walPosition(store)) - start < 400e6) {
    await store.db.execute(sql`update filler set n = n + 1`);
    await store.db.execute(sql`vacuum filler`);
    largest = Math.max(largest, sizeOf(join(dataDir, 'store/pg_wal')));
  }
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(256e6);
  await store.close();
}, 120_000);

async function walPosition(store: Store): Promise<number> {
  const [found] = await rows<{ bytes: string }>(
    store.db,
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  return Number(found?.bytes);
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
