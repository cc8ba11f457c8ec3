import { parseOptions, parseTimeOption, requireFolder } from '#service/config/command-line.ts';

export const USAGE = `Usage: npm run import -- FOLDER [--as-of TIME] [--skip-bad] [--replace]

Replaces all data in the store with a dataset folder (jettons.json, pools.json, swaps.csv, fx.csv).

  --as-of TIME  store a fixed clock with the data, such as 2026-01-29T07:50:00Z
  --skip-bad    skip and count bad rows; by default the import stops at the first one
  --replace     replace data of feeds as well; by default the import refuses to delete it

DATA_DIR or DATABASE_URL selects the store. EXCHANGES and STABLES apply as well.
`;

export interface ImportArguments {
  readonly folder: string;
  readonly asOf: Date | undefined;
  readonly skipBad: boolean;
  readonly replace: boolean;
}

/** Returns undefined if help was requested. Throws UsageError. */
export function parseArguments(args: readonly string[]): ImportArguments | undefined {
  const { values, positionals } = parseOptions(args, {
    'as-of': { type: 'string' },
    'skip-bad': { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) return undefined;
  const asOf = values['as-of'];
  return {
    folder: requireFolder(positionals),
    asOf: asOf === undefined ? undefined : parseTimeOption('--as-of', asOf),
    skipBad: values['skip-bad'],
    replace: values.replace,
  };
}
