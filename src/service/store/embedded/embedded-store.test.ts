import {
  chmodSync,
  cpSync,
  existsSync,
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
import { openStore } from '#service/open-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { replaceData } from '#service/store/replace-data.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { eventually } from '#testing/eventually.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { mountSmallDisk } from '#testing/stores/small-disk.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { beginDataFolder, hasStore, StoreDamagedError } from './data-folder.ts';
import { EmbeddedEngine, EngineStartError } from './embedded-engine.ts';

let parent: string;
/** Data folder with imported data; tests use copies. */
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

function copyImported(name: string): string {
  const dataDir = join(parent, name.replaceAll(/\W/g, '-'));
  cpSync(imported, dataDir, { recursive: true });
  return dataDir;
}

async function countRates(store: Store): Promise<number> {
  return (await rows(store.db, sql`select * from fx`)).length;
}

test('a store that others could read becomes private, and so are its backups', async () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const copied = copyImported('not-private');
  chmodSync(join(copied, 'store'), 0o755);
  const store = await openStore({ dataDir: copied });
  expect(modeOf(join(copied, 'store'))).toBe('700');
  const backup = join(parent, 'private-backup');
  await store.backUp?.(backup);
  await store.close();
  expect(modeOf(backup)).toBe('700');
  expect(modeOf(join(backup, 'store'))).toBe('700');
});

test(
  'a store whose creation was interrupted is created again',
  async () => {
    const dataDir = join(parent, 'interrupted');
    const folder = join(dataDir, 'store');
    const marker = join(dataDir, 'store.new');
    mkdirSync(dataDir);
    await beginDataFolder(dataDir);
    writeFileSync(join(folder, 'PG_VERSION'), '');
    expect(hasStore(dataDir)).toBe(false);
    const store = await openStore({ dataDir });
    expect(existsSync(marker)).toBe(false);
    expect(hasStore(dataDir)).toBe(true);
    expect(await countRates(store)).toBe(0);
    // As if it ended now, without closing the store.
    const copied = join(parent, 'interrupted-later');
    cpSync(folder, join(copied, 'store'), { recursive: true });
    await store.close();
    const reopened = await openStore({ dataDir: copied });
    expect(await countRates(reopened)).toBe(0);
    await reopened.close();
  },
  timeLimit(120_000),
);

describe('a damaged store', () => {
  const kinds: readonly [kind: string, damage: (folder: string) => void, message: RegExp][] = [
    ['without PG_VERSION', (folder) => rmSync(join(folder, 'PG_VERSION')), /: PG_VERSION is missing\./],
    ['without its folder', (folder) => rmSync(folder, { recursive: true }), /: the folder .* is missing\./],
    [
      'with an empty folder',
      (folder) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
      },
      /: the folder .* is empty\./,
    ],
    [
      'with a file instead of a folder',
      (folder) => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
      /: \S+ is not a folder\./,
    ],
    [
      'with a truncated control file',
      (folder) => truncateSync(join(folder, 'global/pg_control'), 4000),
      /: global\/pg_control has the wrong size\./,
    ],
    [
      'with a control file of zeros',
      (folder) => writeFileSync(join(folder, 'global/pg_control'), Buffer.alloc(8192)),
      /cannot be opened: .+/,
    ],
    [
      'of another PostgreSQL version',
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
      'with a truncated catalog',
      (folder) => truncateSync(join(folder, 'base/5/1259'), 0),
      /cannot be opened: .+/,
    ],
  ];

  test.each(kinds)(
    '%s is rejected, stating its former content and how to recover',
    async (kind, damage, message) => {
      const dataDir = copyImported(kind);
      damage(join(dataDir, 'store'));
      const opening = openStore({ dataDir });
      await expect(opening).rejects.toThrow(StoreDamagedError);
      await expect(opening).rejects.toThrow(message);
      await expect(opening).rejects.toThrow(
        /It contained imported data, built on 20.*restore a backup.*import/,
      );
      rmSync(dataDir, { recursive: true });
    },
  );

  test('is renamed by an import; without new data the next start still fails', async () => {
    const dataDir = copyImported('set-aside');
    rmSync(join(dataDir, 'store/PG_VERSION'));
    const store = await openStore({ dataDir }, { replaceDamaged: true });
    expect(await countRates(store)).toBe(0);
    await store.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('store.damaged-'))).toHaveLength(1);
    await expect(openStore({ dataDir })).rejects.toThrow(/its data is missing\. It contained imported data/);
  });
});

test('an engine that ends during a statement is restarted with all committed data', async () => {
  const start = vi.spyOn(EmbeddedEngine, 'start');
  const store = await openStore({ dataDir: copyImported('restarted') });
  const engine = await start.mock.results.at(-1)?.value;
  const waiting = store.db.execute(sql`select pg_sleep(60)`);
  engine.terminate('the engine was ended by a test');
  await expect(waiting).rejects.toMatchObject({ cause: expect.any(StoreUnavailableError) });
  await eventually(async () => expect(await countRates(store)).toBe(1));
  await store.close();
});

test('a transaction interrupted by the end of its engine does not continue in the next one', async () => {
  const start = vi.spyOn(EmbeddedEngine, 'start');
  const store = await openStore({ dataDir: copyImported('transaction') });
  const engine = await start.mock.results.at(-1)?.value;
  const failing = store.transaction(async (db) => {
    await db.execute(sql`insert into fx (code, date, rate) values ('gbp', '2026-01-01', 0.8)`);
    engine.terminate('the engine was ended by a test');
    await eventually(() => expect(store.condition()).toEqual({ state: 'ok' }));
    await db.execute(sql`insert into fx (code, date, rate) values ('chf', '2026-01-01', 0.8)`);
  });
  await expect(failing).rejects.toMatchObject({ cause: expect.any(StoreUnavailableError) });
  await eventually(() => expect(store.condition()).toEqual({ state: 'ok' }));
  expect(await countRates(store)).toBe(1);
  await store.close();
});

test('an engine that cannot start reports the reason', async () => {
  const starting = EmbeddedEngine.start({ parameters: ['shared_buffers=1kB'], textTypes: [] });
  await expect(starting).rejects.toThrow(EngineStartError);
  await expect(starting).rejects.toThrow(/shared_buffers/);
});

test(
  'the WAL stays under 256 MB while more than that is written',
  async () => {
    const dataDir = copyImported('wal');
    const store = await openStore({ dataDir });
    await store.db.execute(
      sql`create table filler as select n, repeat('x', 500) as text from generate_series(1, 12000) n`,
    );
    const start = await walPosition(store);
    let largest = 0;
    while ((await walPosition(store)) - start < 300e6) {
      await store.db.execute(sql`update filler set n = n + 1`);
      await store.db.execute(sql`vacuum filler`);
      largest = Math.max(largest, sizeOf(join(dataDir, 'store/pg_wal')));
    }
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(256e6);
    await store.close();
  },
  timeLimit(120_000),
);

describe('statements that are repeated', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: copyImported('prepared') });
  });
  afterAll(() => store.close());

  const times = async <Result>(count: number, run: () => Promise<Result>) => {
    const results: Result[] = [];
    while (results.length < count) results.push(await run());
    return results;
  };
  const preparedCount = async () => {
    const [found] = await rows<{ count: number }>(
      store.db,
      sql`select count(*)::int from pg_prepared_statements`,
    );
    return found?.count;
  };

  test('return the same, prepared or not', async () => {
    const [first, ...others] = await times(8, () =>
      rows(
        store.db,
        sql`select ${1}::int as int, ${'9007199254740993'}::bigint as bigint, ${null}::numeric as nothing,
          ${'1.50'}::numeric as numeric, ${sql.param(['a,"b', 'null', ''])}::text[] as texts, ${true}::bool as bool,
          ${sql.param([1, 2])}::int[] as ints, ${'2026-01-01T00:00:00Z'}::timestamptz as time, date from fx`,
      ),
    );
    expect(first).toMatchObject([{ int: 1, nothing: null, numeric: '1.50', texts: ['a,"b', 'null', ''] }]);
    for (const other of others) expect(other).toEqual(first);
    expect(await preparedCount()).toBeGreaterThan(0);
  });

  test('report their errors, and are rolled back', async () => {
    const divide = (divisor: number) => rows(store.db, sql`select 6 / ${divisor}::int as result`);
    for (const divisor of [1, 2, 3]) expect(await divide(divisor)).toEqual([{ result: 6 / divisor }]);
    await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012', message: 'division by zero' } });
    expect(await divide(6)).toEqual([{ result: 1 }]);
    const failing = store.transaction(async (db) => {
      await times(3, () => db.execute(sql`update fx set rate = rate + 1`));
      await times(3, () => db.execute(sql`select nothing from fx`));
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '42703' } });
    expect(await rows(store.db, sql`select rate::float8 from fx`)).toEqual([{ rate: 0.9 }]);
  });

  test('are run on tables that have been changed or replaced', async () => {
    const readAll = () => rows(store.db, sql`select * from fx`);
    await times(8, readAll);
    await store.db.execute(sql`alter table fx add column note text default 'none'`);
    expect(await readAll()).toMatchObject([{ code: 'eur', note: 'none' }]);
    await times(8, readAll);
    await replaceData(store, { source: 'imported', stables: [] }, async ({ db }) => {
      for (const code of ['chf', 'gbp', 'jpy'])
        await db.execute(sql`insert into fx (code, date, rate) values (${code}, '2026-01-01', 0.8)`);
    });
    expect(await readAll()).toMatchObject([{ code: 'chf' }, { code: 'gbp' }, { code: 'jpy' }]);
  });

  test('are closed when many others have been repeated since', async () => {
    for (const index of Array.from({ length: 300 }, (_, each) => each))
      await times(2, () => store.db.execute(sql.raw(`select ${index}`)));
    const count = await preparedCount();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(251);
  });
});

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

const MEGABYTE = 1e6;

const disk = mountSmallDisk(320);
afterAll(() => disk?.remove());

describe.skipIf(!disk)(`full disk${disk ? '' : ' [SKIPPED: this process may not mount a disk]'}`, () => {
  test('the first start fails if there is not enough disk space', async () => {
    disk?.fillUntilFree(60 * MEGABYTE);
    await expect(openStore({ dataDir: join(disk?.folder ?? '', 'new') })).rejects.toThrow(
      /a new store needs 128 MB of free disk space, found \d+ MB/,
    );
    disk?.free();
  });

  test('is read-only while the disk is full and resumes when there is space', async () => {
    const store = await openStore({ dataDir: join(disk?.folder ?? '', 'data') });
    await addRate(store, '2026-01-01');
    disk?.fillUntilFree(30 * MEGABYTE);
    await eventually(() => expect(store.condition()).toMatchObject({ state: 'read-only' }));
    await eventually(() => expectUnavailable(addRate(store, '2026-01-02')));
    expect(await readRateDates(store)).toEqual(['2026-01-01']);
    disk?.free();
    await eventually(() => expect(store.condition()).toEqual({ state: 'ok' }));
    await eventually(() => addRate(store, '2026-01-03'));
    expect(await readRateDates(store)).toEqual(['2026-01-01', '2026-01-03']);
    await store.close();
  });

  test('a disk that fills up during a write makes the store unavailable until there is space', async () => {
    const store = await openStore({ dataDir: join(disk?.folder ?? '', 'data') });
    const before = await readRateDates(store);
    await store.db.execute(
      sql`create table filler as select n, repeat('x', 400) from generate_series(1, 20000) n`,
    );
    disk?.fillUntilFree(4 * MEGABYTE);
    const writing = writeUntilItFails(store);
    await expectUnavailable(writing);
    await eventually(() => expect(store.condition().state).toBe('unavailable'));
    await expectUnavailable(readRateDates(store));
    disk?.free();
    await eventually(() => expect(store.condition()).toEqual({ state: 'ok' }));
    expect(await readRateDates(store)).toEqual(before);
    await eventually(() => addRate(store, '2026-01-04'));
    disk?.fillUntilFree(0);
    await store.close();
    disk?.free();
  });
});

async function addRate(store: Store, date: string): Promise<void> {
  await store.db.execute(sql`insert into fx (code, date, rate) values ('eur', ${date}, 0.9)`);
}

async function readRateDates(store: Store): Promise<string[]> {
  const found = await rows<{ date: string }>(store.db, sql`select date from fx order by date`);
  return found.map(({ date }) => date);
}

async function writeUntilItFails(store: Store): Promise<never> {
  for (;;) await store.db.execute(sql`update filler set n = n + 1`);
}

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toMatchObject({ cause: expect.any(StoreUnavailableError) });
}
