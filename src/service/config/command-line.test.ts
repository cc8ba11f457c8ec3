import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copyLine } from '#service/store/copy-text.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { describeDatabaseError, withSettingName } from './command-line.ts';

describe('withSettingName', () => {
  async function reason(error: unknown): Promise<string> {
    const outcome = await withSettingName('DATABASE_URL', Promise.reject(error)).catch(
      (caught: unknown) => caught,
    );
    return outcome instanceof Error ? outcome.message : 'none';
  }

  test('returns the result', async () => {
    expect(await withSettingName('PORT', Promise.resolve(7))).toBe(7);
  });

  test.each([
    [new Error('the database system is starting up'), 'DATABASE_URL: the database system is starting up'],
    [
      new Error('Failed query: SELECT\n1', { cause: new Error('no such role') }),
      'DATABASE_URL: no such role',
    ],
    [new Error('two\nlines'), 'DATABASE_URL: two'],
    [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'DATABASE_URL: ECONNREFUSED'],
    [
      new StoreUnavailableError('ECONNREFUSED', { cause: new AggregateError([]) }),
      'DATABASE_URL: ECONNREFUSED',
    ],
    [
      new Error('Failed query', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }),
      'DATABASE_URL: ECONNREFUSED',
    ],
    ['a string', 'DATABASE_URL: a string'],
  ])('reports %o as a single line', async (error, line) => {
    expect(await reason(error)).toBe(line);
  });
});

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
