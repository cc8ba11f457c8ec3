import { expect, test } from 'vitest';
import { UsageError } from '#service/config/command-line.ts';
import { type FeedCommand, parseArguments } from './feed-arguments.ts';

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
  ['Missing value of option --name; see --help', ['ingest', '--name']],
  ['Missing value of option --name; see --help', ['ingest', '--name', '--file']],
  ['Unexpected value of option --help; see --help', ['ingest', '--help=all']],
])('%s', (message, args) => {
  const parse = () => parseArguments(args);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(new UsageError(message));
});
