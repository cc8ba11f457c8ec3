import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { errorForLog } from './log.ts';

test('a failed query is logged with the database’s message and a truncated statement', () => {
  const cause = Object.assign(new Error('out of range'), { code: '22003' });
  const statement = `select\n  ${'column, '.repeat(100)} from jetton where address = $1`;
  const logged = errorForLog(new DrizzleQueryError(statement, ['a secret parameter'], cause));
  expect(logged).toMatchObject({ type: 'Error', message: 'out of range', code: '22003' });
  expect(logged.statement).toMatch(/^select column, .*…$/);
  expect(logged.statement).toHaveLength(201);
  expect(JSON.stringify(logged)).not.toContain('secret');
  expect(JSON.stringify(logged)).not.toContain('from jetton');
});

test('any thrown value can be logged', () => {
  expect(errorForLog('text')).toEqual({ type: 'string', message: 'text', stack: '' });
  const { type, message, stack } = errorForLog(new TypeError('x'.repeat(2000)));
  expect({ type, length: message.length }).toEqual({ type: 'TypeError', length: 1001 });
  expect(stack).toMatch(/^ {4}at /);
});
