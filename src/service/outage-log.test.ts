import { expect, test } from 'vitest';
import { OutageLog } from './outage-log.ts';
import { StoreUnavailableError } from './store/store-unavailable.ts';

function createLog() {
  const lines: unknown[] = [];
  const line = (level: string) => (fields: object, message: string) => lines.push([level, message, fields]);
  const log = new OutageLog({ info: line('info'), warn: line('warn'), error: line('error') });
  return { log, lines };
}

function failedQuery(cause: Error): Error {
  return new Error('Failed query: select secret\nparams: 1,2,3', { cause });
}

const unavailable = new StoreUnavailableError('connect ECONNREFUSED', { cause: new Error('socket') });
const seconds: unknown = expect.any(Number);

test('logs an outage when it starts and when it ends', () => {
  const { log, lines } = createLog();
  log.succeeded();
  for (let round = 0; round < 3; round += 1) log.failed(failedQuery(unavailable), 'Counting');
  log.failed(new StoreUnavailableError('starting up'), 'Counting');
  log.succeeded();
  log.succeeded();
  log.failed(unavailable, 'Counting');
  const failure = ['warn', 'Counting failed: the store is unavailable', { reason: 'connect ECONNREFUSED' }];
  expect(lines).toEqual([failure, ['info', 'Counting succeeded again', { seconds }], failure]);
});

test('logs any other failure once with its root cause, without the SQL statement', () => {
  const { log, lines } = createLog();
  const cause = new Error('column "x" does not exist');
  for (let round = 0; round < 3; round += 1) log.failed(failedQuery(cause), 'Counting');
  log.failed(unavailable, 'Counting');
  log.succeeded();
  expect(lines).toEqual([
    ['error', 'Counting failed', { err: cause }],
    ['warn', 'Counting failed: the store is unavailable', { reason: 'connect ECONNREFUSED' }],
    ['info', 'Counting succeeded again', { seconds }],
  ]);
});
