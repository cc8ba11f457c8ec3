import { describeCommandError, UsageError } from './config/command-line.ts';
import { type Config, readConfig, storeLocation } from './config/config.ts';
import { reportProgress } from './config/progress.ts';
import { SettingError } from './config/setting-values.ts';
import { BadFileError } from './import/bad-file-error.ts';
import { BadRowError } from './import/bad-rows.ts';
import { MissingFileError, requireDataset } from './import/dataset-files.ts';
import { formatSummary } from './import/format-summary.ts';
import { type ImportArguments, parseArguments, USAGE } from './import/import-arguments.ts';
import { importDataset } from './import/import-dataset.ts';
import { openStore } from './open-store.ts';
import { queryFeedStatus } from './operations/feed-status.ts';
import { type Store, StoreInUseError } from './store/database.ts';

const expectedErrors = [
  UsageError,
  SettingError,
  MissingFileError,
  BadFileError,
  BadRowError,
  StoreInUseError,
];

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (!args) {
    process.stdout.write(USAGE);
    return;
  }
  await run(args, readConfig(process.env));
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

try {
  await main();
} catch (error) {
  process.stderr.write(
    `Import failed, the store was not changed: ${describeCommandError(error, expectedErrors)}\n`,
  );
  process.exitCode = 1;
}
