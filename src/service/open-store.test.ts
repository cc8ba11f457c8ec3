import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { openStore } from './open-store.ts';
import { DATA_SCHEMA, rows } from './store/database.ts';
import { parsePosition, positionText, writerOf } from './store/position.ts';

describeOnEachStore('store', (openEmptyStore, newLocation) => {
  test('raw rows have the same types on both engines', async () => {
    const { db } = await openEmptyStore();
    const found = await rows(
      db,
      sql`select 9007199254740993::int8 as int8, 1.50::numeric as numeric, '{"a": 1}'::jsonb as jsonb, '[1]'::json as json,
          timestamptz '2026-01-29 07:50:00.5+00' as timestamp, date '2026-01-29' as date, 7::int4 as int4, 1.5::float8 as float8,
          true as boolean, array['x'] as texts, array[1.50, 2] as numerics, array[9007199254740993] as int8s, null as "null"`,
    );
    expect(found).toEqual([
      {
        int8: '9007199254740993',
        numeric: '1.50',
        jsonb: '{"a": 1}',
        json: '[1]',
        timestamp: '2026-01-29 07:50:00.5+00',
        date: '2026-01-29',
        int4: 7,
        float8: 1.5,
        boolean: true,
        texts: ['x'],
        numerics: '{1.50,2}',
        int8s: ['9007199254740993'],
        null: null,
      },
    ]);
  });

  test('iso() formats times in UTC with milliseconds', async () => {
    const { db } = await openEmptyStore();
    const found = await rows(
      db,
      sql`select iso(timestamptz '2026-01-29 09:50:00.0659+02') as time, iso(null) as "null"`,
    );
    expect(found).toEqual([{ time: '2026-01-29T07:50:00.065Z', null: null }]);
  });

  test('addresses are ordered by bytes, independent of the locale', async () => {
    const { db } = await openEmptyStore();
    const found = await rows(
      db,
      sql`select collation_name from information_schema.columns
          where table_schema = 'jetscope' and (table_name, column_name) in (('jetton', 'address'), ('pool', 'address'))`,
    );
    expect(found).toEqual([{ collation_name: 'C' }, { collation_name: 'C' }]);
  });

  test('a failed transaction is rolled back', async () => {
    const store = await openEmptyStore();
    const failing = store.transaction(async (transaction) => {
      await transaction.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 1)`);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await rows(store.db, sql`select * from fx`)).toEqual([]);
  });

  test('positions grow with each transaction that writes the dataset, also beyond 2^32', async () => {
    const store = await openEmptyStore();
    const position = async () => (await store.read(async (_db, found) => found)).transaction;
    expect(await position()).toBe(0n);
    await store.transaction((db) =>
      db.execute(sql`insert into dataset (source, stables, built_at) values ('live', '{}', now())`),
    );
    const positions = [0n, await position()];
    for (let round = 0; round < 3; round += 1) {
      await store.transaction((db) => db.execute(sql`update dataset set is_stale = true`));
      positions.push(await position());
      expect(await position()).toBe(positions.at(-1));
    }
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => Number(a - b)));
    const texts = [...positions, 2n ** 32n, 2n ** 40n].map((transaction) => positionText({ transaction }));
    expect(texts).toEqual(texts.toSorted());
    expect(texts.map(parsePosition)).toEqual([...positions, 2n ** 32n, 2n ** 40n]);
  });

  test('reads see the state of their position', async () => {
    const store = await openEmptyStore();
    await store.transaction((db) =>
      db.execute(sql`insert into dataset (source, stables, built_at) values ('live', '{}', now())`),
    );
    const written = await store.read(async (db, { transaction }) => {
      const [row] = await rows<{ own: string }>(
        db,
        sql`select ${sql.raw(writerOf('dataset'))} as own from dataset`,
      );
      return { own: BigInt(row?.own ?? 0), transaction };
    });
    expect(written.own).toBe(written.transaction);
    if (store.engine === 'embedded') return;
    await store.read(async (db) => {
      await store.transaction((other) => other.execute(sql`update dataset set source = 'imported'`));
      expect(await rows(db, sql`select source from dataset`)).toEqual([{ source: 'live' }]);
    });
    await expect(
      store.read((db) => db.execute(sql`update dataset set is_stale = true`)),
    ).rejects.toHaveProperty('cause.message', 'cannot execute UPDATE in a read-only transaction');
    await expect(store.read((db) => rows(db, sql`select 1 / 0`))).rejects.toThrow(/select 1 \/ 0/);
    expect(await store.read((db) => rows(db, sql`select source from dataset`))).toEqual([
      { source: 'imported' },
    ]);
  });

  test('forEach runs the work for every item', async () => {
    const { withExclusiveSession } = await openEmptyStore();
    const done: number[] = [];
    await withExclusiveSession(DATA_SCHEMA, async ({ db, forEach }) => {
      await db.execute(sql`create table item (number integer)`);
      await forEach([1, 2, 3, 4, 5, 6], async (database, item) => {
        await database.execute(sql`insert into item values (${item})`);
      });
      for (const { number } of await rows<{ number: number }>(db, sql`select number from item order by 1`))
        done.push(number);
    });
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('forEach starts no further work after a failure and waits for running work', async () => {
    const { withExclusiveSession } = await openEmptyStore();
    const started: number[] = [];
    const ended: number[] = [];
    const failing = withExclusiveSession(DATA_SCHEMA, ({ forEach }) =>
      forEach(
        Array.from({ length: 20 }, (_, index) => index),
        async (database, item) => {
          started.push(item);
          if (item === 0) await database.execute(sql`select 1 / 0`).finally(() => ended.push(item));
          await database.execute(sql`select pg_sleep(0.3)`);
          ended.push(item);
        },
      ),
    );
    await expect(failing).rejects.toHaveProperty('cause.message', 'division by zero');
    expect(started.length).toBeLessThan(10);
    expect(new Set(ended)).toEqual(new Set(started));
  });

  test('data persists when a store is closed and reopened', async () => {
    const location = await newLocation();
    const first = await openStore(location);
    await first.db.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 0.9)`);
    await first.close();
    const second = await openStore(location);
    expect(await rows(second.db, sql`select code, date, rate from fx`)).toEqual([
      { code: 'eur', date: '2026-01-01', rate: '0.9' },
    ]);
    await second.close();
  });
});
