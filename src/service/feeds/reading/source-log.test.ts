import { beforeEach, expect, test } from 'vitest';
import { ContradictionError, SourceError } from '#service/feeds/client/source.ts';
import { SourceLog } from './source-log.ts';

let lines: string[];
let now: number;
let sourceLog: SourceLog;
beforeEach(() => {
  lines = [];
  now = 0;
  const add = (level: string) => (fields: object, message: string) =>
    lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  sourceLog = new SourceLog({ info: add('info'), warn: add('warn') }, () => now);
});

const unreachable = new SourceError('/a: the request failed (host not found)', { problem: 'unreachable' });
const busy = new SourceError('/a: status 503', { status: 503 });

test('logs one line when a source cannot be reached and one when it responds', () => {
  sourceLog.responded();
  for (const wait of [400, 1500, 3000]) {
    sourceLog.failed(unreachable, wait);
    now += 5_000;
  }
  sourceLog.responded();
  sourceLog.responded();
  expect(lines).toEqual([
    'warn: The source cannot be reached {"reason":"/a: the request failed (host not found)","nextAttemptSeconds":1}',
    'info: The source works again {"seconds":15}',
  ]);
});

test('a source of which some requests fail works again after two minutes without failures', () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    sourceLog.failed(busy, 60_000);
    now += 60_000;
    sourceLog.responded();
  }
  expect(lines).toEqual([
    'warn: The source reports errors {"reason":"/a: status 503","nextAttemptSeconds":60}',
  ]);
  now += 60_000;
  sourceLog.responded();
  expect(lines.slice(1)).toEqual(['info: The source works again {"seconds":360}']);
});

test('a source of which a part cannot be reached does not work again because others respond', () => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    sourceLog.failed(unreachable, 60_000, true);
    now += 60_000;
    sourceLog.responded();
  }
  expect(lines).toHaveLength(1);
  now += 60_000;
  sourceLog.responded();
  expect(lines.slice(1)).toEqual(['info: The source works again {"seconds":240}']);
});

test.each([
  ['The source refuses requests', new SourceError('/a: status 401', { status: 401 })],
  ['The source limits requests', new SourceError('/a: status 429', { status: 429, retryAfter: 2_000 })],
  ['The source does not have the expected format', new SourceError('/a: unexpected response: no array')],
  [
    'The source reports an implausible position',
    new SourceError('/a: block 9', { problem: 'failing', isImplausible: true }),
  ],
  ['The feed stopped', new ContradictionError('20 of 120 events are invalid')],
])('logs when the reason changes: %s', (message, error) => {
  sourceLog.failed(unreachable, 1000);
  sourceLog.failed(error, 2000);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`warn: ${message}`);
  expect(lines[1]).toContain(error.message);
});

test('a source that fails in two ways in turn logs each of them once, until it works again', () => {
  for (const error of [unreachable, busy, unreachable, busy]) sourceLog.failed(error, 60_000);
  expect(lines).toHaveLength(2);
  now += 120_000;
  sourceLog.responded();
  sourceLog.failed(busy, 60_000);
  expect(lines.slice(2)).toEqual([
    'info: The source works again {"seconds":120}',
    'warn: The source reports errors {"reason":"/a: status 503","nextAttemptSeconds":60}',
  ]);
});

test('a source that has failed in several ways and no longer responds logs why, once', () => {
  for (const error of [unreachable, busy]) {
    sourceLog.failed(error, 1_000);
    now += 10_000;
    sourceLog.responded();
  }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    sourceLog.failed(attempt === 5 ? busy : unreachable, 60_000);
    now += 60_000;
  }
  const line = (message: string) => expect.stringContaining(`warn: The source ${message}`);
  expect(lines.filter((text) => text.startsWith('warn'))).toEqual([
    line('cannot be reached'),
    line('reports errors'),
    line('cannot be reached'),
  ]);
});

test('each refused position is logged once', () => {
  for (const lt of [7, 7, 8, 7]) sourceLog.implausible(`/a: lt ${lt} is too long after 1`);
  const message = 'warn: The source reports an implausible position or time';
  expect(lines).toEqual([
    `${message} {"reason":"/a: lt 7 is too long after 1"}`,
    `${message} {"reason":"/a: lt 8 is too long after 1"}`,
  ]);
});

test('a source with many wrong positions gets ten lines per hour', () => {
  for (let second = 0; second < 3_600; second += 1) {
    sourceLog.implausible(`lt ${second}`);
    now += 1_000;
  }
  expect(lines).toHaveLength(10);
  expect(lines[9]).toContain('{"reason":"lt 9","othersLoggedAfterSeconds":3591}');
  sourceLog.implausible('lt 20');
  expect(lines[10]).toContain('{"reason":"lt 20"}');
});

test('records once that a source works: at first, and after failures', async () => {
  let recorded = 0;
  const record = () =>
    sourceLog.recordRecovery(async () => {
      recorded += 1;
    });
  await record();
  expect(recorded).toBe(0);
  sourceLog.responded();
  await expect(sourceLog.recordRecovery(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await record();
  await record();
  expect(recorded).toBe(1);
  sourceLog.failed(busy, 1000);
  sourceLog.responded();
  await record();
  expect(recorded).toBe(1);
  now += 120_000;
  sourceLog.responded();
  await record();
  expect(recorded).toBe(2);
});
