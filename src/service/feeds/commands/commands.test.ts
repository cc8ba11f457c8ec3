import { describe, expect, test } from 'vitest';
import type { FeedStatus } from '#contract/status.ts';
import { UsageError } from '#service/config/command-line.ts';
import { type FeedCommand, parseArguments } from './feed-arguments.ts';
import { formatDuration, formatStatus } from './format-status.ts';

describe('arguments', () => {
  const times = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-01-02T02:00:00+02:00'];

  test.each<[string, FeedCommand]>([
    ['status', { command: 'status' }],
    ['check', { command: 'check' }],
    ['retry ston.fi', { command: 'retry', name: 'ston.fi' }],
    ['ingest', { command: 'ingest', name: 'stdin' }],
    ['ingest --name indexer', { command: 'ingest', name: 'indexer' }],
    [
      `backfill dedust ${times.join(' ')}`,
      {
        command: 'backfill',
        name: 'dedust',
        from: new Date('2026-01-01T00:00:00Z'),
        to: new Date('2026-01-02T00:00:00Z'),
      },
    ],
    ['--help', { command: 'help' }],
    ['-h', { command: 'help' }],
    ['backfill --help', { command: 'help' }],
  ])('%s', (text, command) => {
    expect(parseArguments(text.split(' '))).toEqual(command);
  });

  test.each([
    ['Missing command; see --help', []],
    ['Unknown command "start"; see --help', ['start']],
    ['Unknown argument "all"; see --help', ['status', 'all']],
    ['Unknown argument "all"; see --help', ['check', 'all']],
    ['Unknown argument "file"; see --help', ['ingest', 'file']],
    ['Unknown argument "b"; see --help', ['retry', 'a', 'b']],
    ['Missing argument NAME; see --help', ['retry']],
    ['Missing argument NAME; see --help', ['backfill', ...times]],
    ['Missing option --from; see --help', ['backfill', 'a']],
    ['Missing option --to; see --help', ['backfill', 'a', ...times.slice(0, 2)]],
    ['--from must be before --to', ['backfill', 'a', '--from', times[3] ?? '', '--to', times[1] ?? '']],
    [
      '--from: expected a timestamp such as 2026-01-29T07:50:00Z, got "yesterday"',
      ['backfill', 'a', '--from', 'yesterday', ...times.slice(2)],
    ],
    ['Unknown argument "--file"; see --help', ['ingest', '--file', 'a']],
    ['Option --from does not apply; see --help', ['status', ...times]],
    ['Option --name does not apply; see --help', ['retry', '--name', 'a']],
    ['Option --name does not apply; see --help', ['backfill', 'a', ...times, '--name', 'b']],
    ['Option --to does not apply; see --help', ['ingest', ...times.slice(2)]],
    ['Missing value of option --name; see --help', ['ingest', '--name']],
    ['Missing value of option --name; see --help', ['ingest', '--name', '--file']],
    ['Unexpected value of option --help; see --help', ['ingest', '--help=all']],
  ])('%s', (message, args) => {
    const parse = () => parseArguments(args);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(new UsageError(message));
  });

  // The store keeps reserves under the name of their feed with a space.
  test.each(['', 'stdin reserves', 'Indexer'])('no feed can have the name "%s"', (name) => {
    expect(() => parseArguments(['ingest', '--name', name])).toThrow(
      '--name must be 1 to 40 lowercase letters, digits, ".", "_" and "-", starting with a letter or digit',
    );
  });
});

describe('the status', () => {
  const feed: FeedStatus = {
    name: 'ston.fi',
    kind: 'stonfi',
    position: '2026-01-29T07:50:00.000Z',
    head: '2026-01-29T07:50:04.000Z',
    lagSeconds: 4,
    caughtUp: true,
    historyRead: 1,
    stopped: false,
    ranges: { open: 1, failed: 0 },
    events: { ingested: 1_234_567, duplicate: 8, late: 0, rejected: 2 },
  };

  test('a row for each feed, in aligned columns', () => {
    const { position: _, head: __, lagSeconds: ___, ...fresh } = feed;
    const text = formatStatus([
      {
        ...feed,
        lastError: { message: '/v1: status 500', at: '2026-01-29T07:00:00.000Z' },
        failing: { since: '2026-01-29T06:59:00.000Z', problem: 'failing' },
      },
      { ...fresh, name: 'b', historyRead: 0.9999, stopped: true },
    ]);
    expect(text).toBe(
      [
        'FEED     KIND              POSITION                  LAG  HISTORY  OPEN  FAILED  INGESTED   DUPLICATE  LATE  REJECTED  FAILING SINCE                       LAST ERROR',
        'ston.fi  stonfi            2026-01-29T07:50:00.000Z  4 s  100%     1     0       1,234,567  8          0     2         2026-01-29T06:59:00.000Z (failing)  2026-01-29T07:00:00.000Z: /v1: status 500',
        'b        stonfi (stopped)  —                         —    99%      1     0       1,234,567  8          0     2         —                                   —',
        '',
      ].join('\n'),
    );
  });

  test('without feeds', () => {
    expect(formatStatus([])).toBe('No feed has run yet\n');
  });

  test('control characters of errors do not reach the terminal', () => {
    const message = '\u001b[2J\u009b31m bad\r\nvalue\t\u0000';
    const text = formatStatus([{ ...feed, lastError: { message, at: '2026-01-29T07:00:00.000Z' } }]);
    expect(text.split('\n')).toHaveLength(3);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text).toContain('\uFFFD[2J\uFFFD31m bad\uFFFD\uFFFDvalue\uFFFD\uFFFD\n');
  });

  test.each([
    [0, '0 s'],
    [119.4, '119 s'],
    [120, '2 min'],
    [7_199, '120 min'],
    [7_200, '2 h'],
    [172_799, '48 h'],
    [172_800, '2 d'],
    [86_400 * 61, '61 d'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
