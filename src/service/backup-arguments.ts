import { parseOptions, requireFolder } from './config/command-line.ts';

export const USAGE = `Usage: npm run backup -- FOLDER

Copies the data of the embedded store to a new folder, also while the service runs.
To restore it, start the service with DATA_DIR=FOLDER, or with a copy of FOLDER.

DATA_DIR selects the store.
`;

/** Returns the folder to create, or undefined if help was requested. Throws UsageError. */
export function parseArguments(args: readonly string[]): string | undefined {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h', default: false },
  });
  return values.help ? undefined : requireFolder(positionals);
}
