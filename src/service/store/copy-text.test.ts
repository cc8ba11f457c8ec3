import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { copyChunks, copyLine } from './copy-text.ts';
import { rows } from './database.ts';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', '"', '{', ',', 'N'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  .map((value) => value.replaceAll('\0', ' '));

async function* chunksOf(lines: readonly string[]) {
  yield* copyChunks(lines);
}

describeOnEachStore('COPY', (openEmptyStore) => {
  test('texts and arrays of texts survive a round trip', async () => {
    const store = await openEmptyStore();
    await store.withExclusiveSession('jetscope', async ({ db, copy }) => {
      await db.execute(sql`create table copied (id integer, text text, texts text[])`);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.option(text), fc.option(fc.array(text)))), async (values) => {
          await db.execute(sql`truncate copied`);
          const lines = values.map((value, id) => copyLine([id, ...value]));
          expect(await copy('copied', ['id', 'text', 'texts'], chunksOf(lines))).toBe(values.length);
          const found = await rows<{ text: string; texts: string[] }>(
            db,
            sql`select text, texts from copied order by id`,
          );
          expect(found).toEqual(values.map(([one, many]) => ({ text: one, texts: many })));
        }),
        { numRuns: 50 },
      );
    });
  });

  test('rows that span several chunks are all copied', async () => {
    const store = await openEmptyStore();
    await store.withExclusiveSession('jetscope', async ({ db, copy }) => {
      await db.execute(sql`create table long (id integer, text text)`);
      const lines = Array.from({ length: 5000 }, (_, id) => copyLine([id, 'x'.repeat(1000)]));
      expect(await copy('long', ['id', 'text'], copyChunks(lines))).toBe(5000);
      expect(await rows(db, sql`select count(*), sum(length(text)) from long`)).toEqual([
        { count: '5000', sum: '5000000' },
      ]);
    });
  });

  test('an error of the source fails the COPY, and the session remains usable', async () => {
    const store = await openEmptyStore();
    await store.withExclusiveSession('jetscope', async ({ db, copy }) => {
      async function* failing() {
        yield copyLine(['eur', '2026-01-01', 1]);
        throw new Error('on purpose');
      }
      await expect(copy('fx', ['code', 'date', 'rate'], failing())).rejects.toThrow('on purpose');
      await db.execute(sql`select 1`);
    });
  });

  test('a row that violates a constraint fails the COPY', async () => {
    const store = await openEmptyStore();
    const line = copyLine(['eur', '2026-01-01', 1]);
    await store.withExclusiveSession('jetscope', async ({ db, copy }) => {
      const twice = copy('fx', ['code', 'date', 'rate'], chunksOf([line, line]));
      await expect(twice).rejects.toThrow('duplicate key');
      expect(await rows(db, sql`select * from fx`)).toEqual([]);
    });
  });
});
