import { expect, test } from 'vitest';
import { classifyOutage, errorLine, hasErrorCode } from './store-errors.ts';

test.each([
  [new Error('first line\nsecond line'), 'first line'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a text', 'a text'],
])('the line of %o', (error, line) => {
  expect(errorLine(error)).toBe(line);
});

function errorWithCode(code: string, message = 'a message'): Error {
  return Object.assign(new Error(message), { code });
}

test('only errors with the same code have it', () => {
  const others = [new Error('42P01'), errorWithCode('42P02'), { code: '42P01' }, '42P01', undefined];
  expect([errorWithCode('42P01'), ...others].map((error) => hasErrorCode(error, '42P01'))).toEqual([
    true,
    ...others.map(() => false),
  ]);
});

test.each([
  ['a refused connection', errorWithCode('ECONNREFUSED'), 'lost'],
  [
    'every address of a host refused',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'lost',
  ],
  ['a reset connection', errorWithCode('ECONNRESET'), 'lost'],
  ['an unknown host', errorWithCode('ENOTFOUND'), 'lost'],
  ['a resolver that does not respond', errorWithCode('EAI_AGAIN'), 'lost'],
  ['a missing Unix socket', errorWithCode('ENOENT'), 'lost'],
  ['a closed connection', new Error('Connection terminated unexpectedly'), 'lost'],
  ['a connection exception', errorWithCode('08006'), 'lost'],
  ['a terminated backend', errorWithCode('57P01'), 'lost'],
  ['a crashed server', errorWithCode('57P02'), 'lost'],
  ['a server that is starting up', errorWithCode('57P03'), 'lost'],
  ['an idle-in-transaction timeout', errorWithCode('25P03'), 'lost'],
  ['a write on a standby', errorWithCode('25006'), 'lost'],
  ['a query timeout', new Error('Query read timeout'), 'silent'],
  ['a connection timeout', new Error('Connection terminated due to connection timeout'), 'silent'],
  ['too many connections', errorWithCode('53300'), 'busy'],
  ['a full disk', errorWithCode('53100'), 'busy'],
  ['a statement over its time limit', errorWithCode('57014'), 'busy'],
  ['no free connection in the pool', new Error('timeout exceeded when trying to connect'), 'busy'],
  ['a syntax error', errorWithCode('42601'), undefined],
  ['a wrong password', errorWithCode('28P01'), undefined],
  ['a deadlock', errorWithCode('40P01'), undefined],
  ['a lock that is not available', errorWithCode('55P03'), undefined],
  ['another error', new Error('Query'), undefined],
  ['a text', 'Query read timeout', undefined],
])('%s', (_, error, outage) => {
  expect(classifyOutage(error)).toBe(outage);
});
