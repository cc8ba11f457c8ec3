import { resolve } from 'node:path';
import { countNoun } from '#contract/format/format-numbers.ts';
import {
  parseOptions,
  parseTimeOption,
  requireFolder,
  runCommand,
  UsageError,
} from './config/command-line.ts';
import { type Config, readConfig, storeLocation } from './config/config.ts';
import { reportProgress } from './config/progress.ts';
import { type ExportOptions, type ExportResult, exportDataset } from './import/export-dataset.ts';
import { openExistingStore } from './open-store.ts';
import { StoreInUseError } from './store/database.ts';
import { OperatorError } from './store/store-errors.ts';

const USAGE = `Usage: npm run export -- FOLDER [--from TIME] [--to TIME]

Writes the data of the store to a new dataset folder, which \`npm run import\` reads.

  --from TIME  leave out swaps before this time, such as 2026-01-29T07:50:00Z
  --to TIME    leave out swaps at and after this time

DATA_DIR or DATABASE_URL selects the store.
`;

async function main(): Promise<void> {
  const options = parseArguments(process.argv.slice(2));
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  try {
    await run(options, readConfig(process.env));
  } catch (error) {
    throw translateError(error);
  }
}

/** Returns undefined if help was requested. Throws UsageError. */
function parseArguments(args: readonly string[]): ExportOptions | undefined {
  const { values, positionals } = parseOptions(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (values.help) return undefined;
  const timeOf = (option: 'from' | 'to') => {
    const text = values[option];
    return text === undefined ? undefined : parseTimeOption(`--${option}`, text);
  };
  const [from, to] = [timeOf('from'), timeOf('to')];
  if (from && to && from >= to) throw new UsageError('--from must be before --to');
  return { folder: resolve(requireFolder(positionals)), from, to };
}

async function run(options: ExportOptions, config: Config): Promise<void> {
  const location = storeLocation(config);
  // Never changes the store of a running service, which may be of another version.
  const store = await openExistingStore(
    'databaseUrl' in location ? { ...location, access: 'read' } : location,
  );
  try {
    const result = await exportDataset(store, options, reportProgress(process.stderr));
    process.stdout.write(formatSummary(options.folder, result));
  } finally {
    await store.close();
  }
}

function formatSummary(folder: string, result: ExportResult): string {
  const { jettons, pools, swaps, dates, withoutTrader, asOf } = result;
  const entities = [countNoun(jettons, 'jetton'), countNoun(pools, 'pool'), countNoun(swaps, 'swap')];
  const rates = `exchange rates for ${countNoun(dates, 'date')}`;
  const lines = [`Exported ${[...entities, rates].join(', ')} to ${folder}`];
  if (withoutTrader > 0) lines.push(`Left out ${countNoun(withoutTrader, 'swap')} stored without a trader`);
  if (asOf) lines.push(`The clock of this data is fixed: import it with --as-of ${asOf.toISOString()}`);
  return `${lines.join('\n')}\n`;
}

/** Explains what the user can do about an error. */
function translateError(error: unknown): unknown {
  if (error instanceof StoreInUseError)
    return new OperatorError(`${error.message}; export a copy made with npm run backup, or stop it`);
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    return new OperatorError('the folder exists already');
  return error;
}

await runCommand(main, 'Export failed: ');
