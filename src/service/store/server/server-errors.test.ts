import { expect, test } from 'vitest';
import { classifyOutage, describeOutage } from './server-errors.ts';

function coded(code: string, message = 'a message'): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  ['a refused connection', coded('ECONNREFUSED'), 'lost'],
  [
    'every address of a host refused',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'lost',
  ],
  ['a reset connection', coded('ECONNRESET'), 'lost'],
  ['an unknown host', coded('ENOTFOUND'), 'lost'],
  ['a resolver that does not answer', coded('EAI_AGAIN'), 'lost'],
  ['a missing Unix socket', coded('ENOENT'), 'lost'],
  ['a closed connection', new Error('Connection terminated unexpectedly'), 'lost'],
  ['a connection exception', coded('08006'), 'lost'],
  ['a terminated backend', coded('57P01'), 'lost'],
  ['a crashed server', coded('57P02'), 'lost'],
  ['a server that starts up', coded('57P03'), 'lost'],
  ['a transaction ended for its silence', coded('25P03'), 'lost'],
  ['a write on a standby', coded('25006'), 'lost'],
  ['a query without an answer', new Error('Query read timeout'), 'silent'],
  ['a connection without an answer', new Error('Connection terminated due to connection timeout'), 'silent'],
  ['too many connections', coded('53300'), 'busy'],
  ['a full disk', coded('53100'), 'busy'],
  ['a statement over its time limit', coded('57014'), 'busy'],
  ['no free connection in the pool', new Error('timeout exceeded when trying to connect'), 'busy'],
  ['a syntax error', coded('42601'), undefined],
  ['a wrong password', coded('28P01'), undefined],
  ['a deadlock', coded('40P01'), undefined],
  ['a lock that is not available', coded('55P03'), undefined],
  ['another error', new Error('Query'), undefined],
  ['a text', 'Query read timeout', undefined],
])('%s', (_, error, outage) => {
  expect(classifyOutage(error)).toBe(outage);
});

test.each([
  [new Error('first line\nsecond line'), 'first line'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a text', 'a text'],
])('the reason of %o', (error, reason) => {
  expect(describeOutage(error)).toBe(reason);
});
