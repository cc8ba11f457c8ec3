import { expect, test } from 'vitest';
import { StoreUnavailableError } from '#service/store/store-unavailable.ts';
import { withSettingName } from './start-error.ts';

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
  [new Error('Failed query: SELECT\n1', { cause: new Error('no such role') }), 'DATABASE_URL: no such role'],
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
