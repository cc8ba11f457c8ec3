import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { copyChunks, copyLine } from './copy-text.ts';
import { type Database, rows, type Store, StoreInUseError } from './database.ts';
import { readDataset } from './dataset.ts';
import { type LoadSession, type NewDataset, replaceData } from './replace-data.ts';

const imported: NewDataset = {
  source: 'imported',
  stables: ['0:aa'],
  asOf: new Date('2026-01-29T07:50:00Z'),
};

/** Loads `count` rates for each of two currencies. */
function loadRates(count: number) {
  return async ({ copy }: LoadSession) => {
    const lines = Array.from({ length: count }, (_, day) => {
      const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10);
      return copyLine(['eur', date, 1]) + copyLine(['gbp', date, 1]);
    });
    await copy('fx', ['code', 'date', 'rate'], copyChunks(lines));
  };
}

async function countRates(db: Database): Promise<number> {
  const [found] = await rows<{ count: string }>(db, sql`select count(*) from fx`);
  return Number(found?.count);
}

function schemas({ db }: Store) {
  return rows(db, sql`select nspname as name from pg_namespace where nspname like 'jetscope%' order by 1`);
}

function indexes({ db }: Store) {
  return rows(
    db,
    sql`select indexname, replace(indexdef, ' jetscope.', ' ') as definition from pg_indexes
        where schemaname = 'jetscope' order by indexname`,
  );
}

describeOnEachStore('replacing data', (openEmptyStore) => {
  test('loads the new data and its description', async () => {
    const store = await openEmptyStore();
    expect(await readDataset(store.db)).toBeUndefined();
    await replaceData(store, { ...imported, simulation: { seed: 1 } }, loadRates(3));
    expect(await countRates(store.db)).toBe(6);
    expect(await readDataset(store.db)).toMatchObject({ ...imported, simulation: { seed: 1 } });
    expect(await schemas(store)).toEqual([{ name: 'jetscope' }]);
  });

  test('the old data is visible until the new data is complete', async () => {
    const store = await openEmptyStore();
    await replaceData(store, imported, loadRates(1));
    const counts: number[] = [];
    const recordCount = async () => {
      counts.push(await countRates(store.db));
    };
    await replaceData(
      store,
      imported,
      async (session) => {
        await recordCount();
        await loadRates(2)(session);
        expect(await countRates(session.db)).toBe(4);
        await recordCount();
      },
      recordCount,
    );
    await recordCount();
    expect(counts).toEqual([2, 2, 2, 4]);
  });

  test('concurrent queries see either the old or the new data', async () => {
    const store = await openEmptyStore();
    await replaceData(store, imported, loadRates(1));
    let done = false;
    const counts = new Set<number>();
    const reading = (async () => {
      while (!done) {
        counts.add(await countRates(store.db));
        await new Promise(setImmediate);
      }
    })();
    for (const count of [2, 3, 4]) await replaceData(store, imported, loadRates(count));
    done = true;
    await reading;
    expect([2, 4, 6, 8]).toEqual(expect.arrayContaining([...counts]));
    expect(counts.size).toBeGreaterThan(1);
  });

  test('a failure keeps the old data and removes the new', async () => {
    const store = await openEmptyStore();
    await replaceData(store, imported, loadRates(1));
    const failingLoad = replaceData(store, imported, async (session) => {
      await loadRates(5)(session);
      throw new Error('during load');
    });
    await expect(failingLoad).rejects.toThrow('during load');
    const failingCalculation = replaceData(store, imported, loadRates(5), () =>
      Promise.reject(new Error('during calculation')),
    );
    await expect(failingCalculation).rejects.toThrow('during calculation');
    expect(await countRates(store.db)).toBe(2);
    expect(await schemas(store)).toEqual([{ name: 'jetscope' }]);
  });

  test('all indexes are recreated', async () => {
    const store = await openEmptyStore();
    const before = await indexes(store);
    await replaceData(store, imported, loadRates(1));
    expect(await indexes(store)).toEqual(before);
    expect(before.length).toBeGreaterThan(28);
  });

  test('leftover schemas of a killed load are dropped', async () => {
    const store = await openEmptyStore();
    for (const schema of ['jetscope_next', 'jetscope_old']) {
      await store.db.execute(sql`create schema ${sql.identifier(schema)}`);
      await store.db.execute(sql`create table ${sql.identifier(schema)}.fx (id integer)`);
    }
    await replaceData(store, imported, loadRates(1));
    expect(await countRates(store.db)).toBe(2);
    expect(await schemas(store)).toEqual([{ name: 'jetscope' }]);
  });

  test('rejects a concurrent replacement', async () => {
    const store = await openEmptyStore();
    await replaceData(store, imported, async () => {
      const second = replaceData(store, imported, loadRates(1));
      await expect(second).rejects.toThrow(StoreInUseError);
    });
    expect(await countRates(store.db)).toBe(0);
  });
});
