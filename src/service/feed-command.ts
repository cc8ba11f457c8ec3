import { countNoun } from '#contract/format/format-numbers.ts';
import { runCommand } from './config/command-line.ts';
import { type Config, readConfig, storeLocation } from './config/config.ts';
import type { FeedConfig } from './config/feed-config.ts';
import { SettingError } from './config/setting-values.ts';
import { ContradictionError, SourceError } from './feeds/client/source.ts';
import { createControlClient } from './feeds/commands/control-client.ts';
import { readControlFile } from './feeds/commands/control-file.ts';
import { type FeedCommand, parseArguments, USAGE } from './feeds/commands/feed-arguments.ts';
import { formatStatus, formatTable } from './feeds/commands/format-status.ts';
import { createOperator, type Operator } from './feeds/commands/operator.ts';
import { createFeedSource } from './feeds/sources/create-feed-source.ts';
import { openExistingStore, openStore } from './open-store.ts';
import { clockOf, prepareForFeeds } from './prepare-store.ts';
import { type Store, StoreInUseError } from './store/database.ts';
import { readDataset } from './store/dataset.ts';

const { signal } = new AbortController();
const now = () => new Date();

async function main(): Promise<void> {
  const command = parseArguments(process.argv.slice(2));
  if (command.command === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const config = readConfig(process.env);
  if (command.command === 'check') await check(config);
  else await runOnStore(command, config);
}

/** Sends a request to every source, so that operators see what works before anything is stored. */
async function check({ feeds, exchanges }: Config): Promise<void> {
  if (feeds.length === 0) throw new SettingError('FEEDS_FILE is not set, or contains no feeds');
  const results = await Promise.all(
    feeds.map(async (feed) => ({ feed, ...(await checkSource(feed, exchanges)) })),
  );
  process.stdout.write(
    formatTable(
      results.map(({ feed, works, message }) => [feed.name, feed.kind, works ? 'works' : 'FAILS', message]),
    ),
  );
  if (results.some(({ works }) => !works)) process.exitCode = 1;
}

/** Sends a few requests. `message` is one line: what works, or why it does not. */
async function checkSource(
  feed: FeedConfig,
  exchanges: readonly string[],
): Promise<{ readonly works: boolean; readonly message: string }> {
  const { source } = createFeedSource(feed, { exchanges, now });
  try {
    return { works: true, message: await source.check(signal) };
  } catch (error) {
    if (error instanceof SourceError || error instanceof ContradictionError)
      return { works: false, message: error.message };
    throw error;
  }
}

type StoreCommand = Exclude<FeedCommand, { command: 'help' | 'check' }>;

async function run(command: StoreCommand, operator: Operator): Promise<void> {
  switch (command.command) {
    case 'status':
      process.stdout.write(formatStatus(await operator.status()));
      break;
    case 'retry': {
      const ranges = await operator.retry(command.name);
      process.stdout.write(`Retrying ${countNoun(ranges, 'failed range')} of ${command.name}\n`);
      break;
    }
    case 'backfill': {
      const ranges = await operator.backfill(command, signal);
      process.stdout.write(
        `Added ${countNoun(ranges, 'range')} to ${command.name}; the service reads them\n`,
      );
      break;
    }
    case 'ingest': {
      const { lines, ingested, duplicate, rejected } = await operator.ingest(command.name, process.stdin);
      process.stdout.write(
        `Read ${countNoun(lines, 'line')}: ${countNoun(ingested, 'new swap')}, ${countNoun(duplicate, 'duplicate')}, ` +
          `${countNoun(rejected, 'invalid line')}\n`,
      );
    }
  }
}

/** Opens the store or, if a service has it open, sends the commands to the service. */
async function runOnStore(command: StoreCommand, config: Config): Promise<void> {
  const { databaseUrl, dataDir, feeds, exchanges } = config;
  const service = databaseUrl === undefined ? readControlFile(dataDir) : undefined;
  const open = command.command === 'ingest' ? openStore : openExistingStore;
  let store: Store;
  try {
    store = await open(storeLocation(config));
  } catch (error) {
    if (!(error instanceof StoreInUseError) || !service) throw error;
    return await run(command, createControlClient(service));
  }
  try {
    if (command.command === 'ingest') await prepareForFeeds(store, config);
    const { clock } = clockOf(store, config, await readDataset(store.db));
    await run(command, createOperator(store, { feeds, exchanges, now, clock }));
  } finally {
    await store.close();
  }
}

await runCommand(main);
