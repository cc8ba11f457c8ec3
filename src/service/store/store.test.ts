import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { DATA_SCHEMA } from './database.ts';
import { openStore, rows } from './store.ts';

describeOnEachStore('store', (openFresh, newPlace) => {
  test('raw rows have the same types on either engine', async () => {
    const { db } = await openFresh();
    const found = await rows(
      db,
      sql`select 9007199254740993::int8 as int8, 1.50::numeric as numeric, '{"a": 1}'::jsonb as jsonb, '[1]'::json as json,
          timestamptz '2026-01-29 07:50:00.5+00' as moment, date '2026-01-29' as date, 7::int4 as int4, 1.5::float8 as float8,
          true as boolean, array['x'] as texts, array[1.50, 2] as numerics, array[9007199254740993] as int8s, null as nothing`,
    );
    expect(found).toEqual([
      {
        int8: '9007199254740993',
        numeric: '1.50',
        jsonb: '{"a": 1}',
        json: '[1]',
        moment: '2026-01-29 07:50:00.5+00',
        date: '2026-01-29',
        int4: 7,
        float8: 1.5,
        boolean: true,
        texts: ['x'],
        numerics: '{1.50,2}',
        int8s: ['9007199254740993'],
        nothing: null,
      },
    ]);
  });

  test('times leave SQL in UTC with milliseconds', async () => {
    const { db } = await openFresh();
    const found = await rows(
      db,
      sql`select iso(timestamptz '2026-01-29 09:50:00.0659+02') as some, iso(null) as none`,
    );
    expect(found).toEqual([{ some: '2026-01-29T07:50:00.065Z', none: null }]);
  });

  test('addresses are ordered by bytes, whatever the locale', async () => {
    const { db } = await openFresh();
    await db.execute(sql`insert into fx (code, date, rate) values ('a', '2026-01-01', 1)`);
    const found = await rows(
      db,
      sql`select collation_name from information_schema.columns
          where table_schema = 'jetscope' and (table_name, column_name) in (('jetton', 'address'), ('pool', 'address'))`,
    );
    expect(found).toEqual([{ collation_name: 'C' }, { collation_name: 'C' }]);
  });

  test('a transaction that fails leaves nothing', async () => {
    const store = await openFresh();
    const failing = store.transaction(async (transaction) => {
      await transaction.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 1)`);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await rows(store.db, sql`select * from fx`)).toEqual([]);
  });

  test('a session does every part of some work', async () => {
    const { withExclusiveSession } = await openFresh();
    const done: number[] = [];
    await withExclusiveSession(DATA_SCHEMA, async ({ db, forEach }) => {
      await db.execute(sql`create table part (number integer)`);
      await forEach([1, 2, 3, 4, 5, 6], async (database, part) => {
        await database.execute(sql`insert into part values (${part})`);
      });
      for (const { number } of await rows<{ number: number }>(db, sql`select number from part order by 1`))
        done.push(number);
    });
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('work of which a part fails begins no more parts, and ends when the others have', async () => {
    const { withExclusiveSession } = await openFresh();
    const begun: number[] = [];
    const ended: number[] = [];
    const failing = withExclusiveSession(DATA_SCHEMA, ({ forEach }) =>
      forEach(
        Array.from({ length: 20 }, (_, index) => index),
        async (database, part) => {
          begun.push(part);
          if (part === 0) await database.execute(sql`select 1 / 0`).finally(() => ended.push(part));
          await database.execute(sql`select pg_sleep(0.3)`);
          ended.push(part);
        },
      ),
    );
    await expect(failing).rejects.toHaveProperty('cause.message', 'division by zero');
    expect(begun.length).toBeLessThan(10);
    expect(ended.toSorted()).toEqual(begun.toSorted());
  });

  test('what is in a store is there when it is opened again', async () => {
    const place = await newPlace();
    const first = await openStore(place);
    await first.db.execute(sql`insert into fx (code, date, rate) values ('eur', '2026-01-01', 0.9)`);
    await first.close();
    const second = await openStore(place);
    expect(await rows(second.db, sql`select code, date, rate from fx`)).toEqual([
      { code: 'eur', date: '2026-01-01', rate: '0.9' },
    ]);
    await second.close();
  });
});
