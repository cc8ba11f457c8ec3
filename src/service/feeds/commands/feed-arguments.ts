import { parseOptions, parseTimeOption, UsageError, unknownArgument } from '#service/config/command-line.ts';
import { feedName } from '#service/config/feed-config.ts';

export const USAGE = `Usage: npm run feed -- COMMAND

  status                              Show the position, lag, ranges, events and last error of each feed
  check                               Send a few requests to each source and report which work; store nothing
  backfill NAME --from TIME --to TIME Read part of a feed's history (again)
  retry NAME                          Retry failed ranges at once, and resume the feed if it was stopped
  ingest [--name NAME]                Store records from standard input, one JSON object per line

FEEDS_FILE lists the feeds. DATA_DIR or DATABASE_URL selects the store. EXCHANGES and STABLES apply as well.
`;

export type FeedCommand =
  | { readonly command: 'help' }
  | { readonly command: 'status' }
  | { readonly command: 'check' }
  | { readonly command: 'backfill'; readonly name: string; readonly from: Date; readonly to: Date }
  | { readonly command: 'retry'; readonly name: string }
  | { readonly command: 'ingest'; readonly name: string };

/** Parses the arguments of `npm run feed`. Throws UsageError. */
export function parseArguments(args: readonly string[]): FeedCommand {
  const { values, positionals } = parseOptions(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const [command, name, other] = positionals;
  if (values.help) return { command: 'help' };
  if (other !== undefined) throw unknownArgument(other);
  const unused = Object.keys(values).find(
    (option) => option !== 'help' && !optionsOf(command).includes(option),
  );
  if (unused !== undefined) throw new UsageError(`Option --${unused} does not apply; see --help`);
  switch (command) {
    case 'status':
    case 'check':
      if (name !== undefined) throw unknownArgument(name);
      return { command };
    case 'backfill': {
      const [from, to] = [requireTime('--from', values.from), requireTime('--to', values.to)];
      if (from >= to) throw new UsageError('--from must be before --to');
      return { command, name: requireName(name), from, to };
    }
    case 'retry':
      return { command, name: requireName(name) };
    case 'ingest':
      if (name !== undefined) throw unknownArgument(name);
      return { command, name: feedName('--name', values.name ?? 'stdin') };
    case undefined:
      throw new UsageError('Missing command; see --help');
    default:
      throw new UsageError(`Unknown command "${command}"; see --help`);
  }
}

function optionsOf(command: string | undefined): readonly string[] {
  if (command === 'backfill') return ['from', 'to'];
  return command === 'ingest' ? ['name'] : [];
}

function requireName(name: string | undefined): string {
  if (name === undefined) throw new UsageError('Missing argument NAME; see --help');
  return name;
}

function requireTime(option: string, text: string | undefined): Date {
  if (text === undefined) throw new UsageError(`Missing option ${option}; see --help`);
  return parseTimeOption(option, text);
}
