import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from '#service/open-store.ts';
import { rows, type Store } from '#service/store/database.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { eventually } from '#testing/eventually.ts';
import { mountSmallDisk } from '#testing/stores/small-disk.ts';

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
