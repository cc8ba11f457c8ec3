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
import { requireDataset } from './import/dataset-files.ts';
import { type ImportResult, importDataset } from './import/import-dataset.ts';
import { openStore } from './open-store.ts';
import { queryFeedStatus } from './operations/feed-status.ts';
import type { Store } from './store/database.ts';

const USAGE = `Usage: npm run import -- FOLDER [--as-of TIME] [--skip-bad] [--replace]

Replaces all data in the store with a dataset folder (jettons.json, pools.json, swaps.csv, fx.csv,
holder-counts.csv, holders.csv).

  --as-of TIME  store a fixed clock with the data, such as 2026-01-29T07:50:00Z
  --skip-bad    skip and count bad rows; by default the import stops at the first one
  --replace     replace data of feeds as well; by default the import refuses to delete it

DATA_DIR or DATABASE_URL selects the store. EXCHANGES and STABLES apply as well.
`;

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (!args) {
    process.stdout.write(USAGE);
    return;
  }
  await run(args, readConfig(process.env));
}

interface ImportArguments {
  readonly folder: string;
  readonly asOf: Date | undefined;
  readonly skipBad: boolean;
  readonly replace: boolean;
}

/** Returns undefined if help was requested. Throws UsageError. */
function parseArguments(args: readonly string[]): ImportArguments | undefined {
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

async function run({ folder, asOf, skipBad, replace }: ImportArguments, config: Config): Promise<void> {
  const { exchanges, stables } = config;
  const started = performance.now();
  requireDataset(folder);
  const store = await openStore(storeLocation(config), { replaceDamaged: true });
  try {
    if (!replace) await requireNoFeedData(store);
    const options = { folder, asOf, skipBad, exchanges, stables };
    const result = await importDataset(store, options, reportProgress(process.stderr));
    process.stdout.write(formatSummary(result, (performance.now() - started) / 1000));
  } finally {
    await store.close();
  }
}

/** Message at the end of an import: numbers of imported rows, and of skipped rows by reason. */
function formatSummary(result: ImportResult, seconds: number): string {
  const { jettons, pools, swaps, traders, holderSnapshots, dates, skipped } = result;
  const entities = [countNoun(jettons, 'jetton'), countNoun(pools, 'pool')];
  const trades = `${countNoun(swaps, 'swap')} by ${countNoun(traders, 'trader')}`;
  const rates = `exchange rates for ${countNoun(dates, 'date')}`;
  const holders = holderSnapshots > 0 ? [`holders of ${countNoun(holderSnapshots, 'token')}`] : [];
  const lines = [
    `Imported ${[...entities, trades, ...holders, rates].join(', ')} in ${seconds.toFixed(1)} s`,
  ];
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) lines.push(`Skipped ${countNoun(total, 'bad row')}:`);
  for (const { file, reason, count, firstLine } of skipped) {
    lines.push(`  ${count.toLocaleString('en')} × ${file}: ${reason} (first at line ${firstLine})`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Throws UsageError if the store contains data of feeds: they would read their whole history again, and some of it may no
 * longer be available.
 */
async function requireNoFeedData(store: Store): Promise<void> {
  const feeds = await queryFeedStatus(store.db, new Date());
  if (feeds.length === 0) return;
  const names = feeds.map(({ name }) => name).join(', ');
  throw new UsageError(`The store contains data of feeds (${names}); to delete it, repeat with --replace`);
}

await runCommand(main, 'Import failed, the store was not changed: ');
