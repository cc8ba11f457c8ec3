import { parseArgs } from 'node:util';
import { moment, SettingError } from '#service/setting-values.ts';

export const USAGE = `Usage: npm run import -- FOLDER [--as-of TIME] [--skip-bad]

Puts a dataset folder (jettons.json, pools.json, swaps.csv, fx.csv) in the place of the store's data.

  --as-of TIME  fixed clock that is kept with the data, such as 2026-01-29T07:50:00Z
  --skip-bad    leave bad rows out and count them; without it the first one ends the import

DATA_DIR or DATABASE_URL says where the store is; EXCHANGES and STABLES are kept to as well.
`;

export interface ImportArguments {
  readonly folder: string;
  readonly asOf: Date | undefined;
  readonly skipBad: boolean;
}

export class UsageError extends Error {}

/** Undefined where help is asked for. */
export function parseArguments(given: readonly string[]): ImportArguments | undefined {
  const { values, positionals } = parseOptions(given);
  if (values.help) return undefined;
  const [folder, ...others] = positionals;
  if (folder === undefined) throw new UsageError('FOLDER is missing');
  if (others.length > 0) throw new UsageError(`There is more than one FOLDER: ${positionals.join(', ')}`);
  return { folder, asOf: parseAsOf(values['as-of']), skipBad: values['skip-bad'] };
}

function parseOptions(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        'as-of': { type: 'string' },
        'skip-bad': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

function parseAsOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  try {
    return moment(text);
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`--as-of: ${error.message}`) : error;
  }
}
