import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutageLog } from './outage-log.ts';
import { StoreUnavailableError } from './store/store-errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let isStoreDown: boolean;

function createLog() {
  isStoreDown = false;
  const lines: unknown[] = [];
  const line = (level: string) => (fields: object, message: string) => lines.push([level, message, fields]);
  const levels = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  return { log: new OutageLog(levels, () => isStoreDown), lines };
}

function failedQuery(cause: Error): Error {
  return new Error('Failed query: select secret\nparams: 1,2,3', { cause });
}

const unavailable = new StoreUnavailableError('connect ECONNREFUSED', { cause: new Error('socket') });
const seconds: unknown = expect.any(Number);

function outageLine(level: string) {
  return [level, 'Counting failed: the store is unavailable', { reason: 'connect ECONNREFUSED' }];
}

test('logs an outage of the store at level debug, when it starts and when it ends', () => {
  const { log, lines } = createLog();
  log.succeeded();
  log.failed(failedQuery(unavailable), 'Counting');
  isStoreDown = true;
  for (let round = 0; round < 3; round += 1) {
    vi.advanceTimersByTime(60_000);
    log.failed(new StoreUnavailableError('starting up'), 'Counting');
  }
  isStoreDown = false;
  log.failed(unavailable, 'Counting');
  log.succeeded();
  log.succeeded();
  log.failed(unavailable, 'Counting');
  expect(lines).toEqual([
    outageLine('debug'),
    ['debug', 'Counting succeeded again', { seconds: 180 }],
    outageLine('debug'),
  ]);
});

test('warns if the task keeps failing while the store is available otherwise', () => {
  const { log, lines } = createLog();
  for (let round = 0; round < 3; round += 1) {
    log.failed(failedQuery(unavailable), 'Counting');
    vi.advanceTimersByTime(30_000);
  }
  log.succeeded();
  expect(lines).toEqual([
    outageLine('debug'),
    outageLine('warn'),
    ['info', 'Counting succeeded again', { seconds: 90 }],
  ]);
});

test('logs any other failure once with its root cause, without the SQL statement', () => {
  const { log, lines } = createLog();
  const cause = new Error('column "x" does not exist');
  for (let round = 0; round < 3; round += 1) log.failed(failedQuery(cause), 'Counting');
  log.failed(unavailable, 'Counting');
  log.succeeded();
  expect(lines).toEqual([
    ['error', 'Counting failed', { err: cause }],
    outageLine('debug'),
    ['info', 'Counting succeeded again', { seconds }],
  ]);
});
