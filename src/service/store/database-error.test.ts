import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { copyLine } from './copy-text.ts';
import { describeDatabaseError } from './database-error.ts';

async function* oneChunk(text: string) {
  yield text;
}

describeOnEachStore('database errors', (openEmptyStore) => {
  test('a query error is described in one line', async () => {
    const { db } = await openEmptyStore();
    const error = await db.execute(sql`select 1 / 0`).catch((reason: unknown) => reason);
    expect(describeDatabaseError(error)).toBe('Database error: division by zero');
  });

  test('a COPY error is described with table and column', async () => {
    const store = await openEmptyStore();
    await store.withExclusiveSession('jetscope', async ({ copy }) => {
      const line = copyLine(['eur', '2026-01-01', 'much']);
      const error = await copy('fx', ['code', 'date', 'rate'], oneChunk(line)).catch(
        (reason: unknown) => reason,
      );
      expect(describeDatabaseError(error)).toBe(
        'Database error: invalid input syntax for type numeric: "much" (COPY fx, line 1, column rate: "much")',
      );
    });
  });
});

test('other errors are not described', () => {
  expect(describeDatabaseError(new Error('other', { cause: new TypeError('cause') }))).toBeUndefined();
  expect(describeDatabaseError('text')).toBeUndefined();
});
