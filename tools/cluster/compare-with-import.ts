import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { openStore } from '#service/open-store.ts';
import { rows, type Store, type StoreLocation } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { differences } from '#testing/differences.ts';
import { readRecorded } from '#testing/feeds/read-recorded.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';

/** Within this time, swaps of new jettons get their decimals, and all are stored. */
const STORED_MS = 180_000;

interface ComparedStores {
  readonly location: StoreLocation;
  /** Dataset folder that the sources serve; swaps after the comparison are removed from it. */
  readonly dataset: string;
  /** Empty folder for the store of the import. */
  readonly importFolder: string;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Compares the swaps up to now with an import of the same swaps, once all are stored. The sources do not transport the
 * reserves after each swap. Returns the number of swaps and their differences.
 */
export async function compareSwaps({ location, dataset, importFolder, settings }: ComparedStores) {
  const end = Math.floor(Date.now() / 1000) * 1000;
  const file = `${dataset}/swaps.csv`;
  const [header = '', ...swaps] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const expected = swaps.filter((row) => 1000 * Number(row.split(',')[1]) <= end);
  const store = await openStore(location);
  const deadline = performance.now() + STORED_MS;
  while ((await countSwaps(store, end)) < expected.length && performance.now() < deadline) await delay(2_000);
  const stored = await recordedSwaps(store, end);
  await store.close();
  writeFileSync(file, `${[header, ...expected].join('\n')}\n`);
  const imported = await openStore({ dataDir: importFolder });
  const { exchanges, stables } = readConfig(settings);
  await importDataset(imported, { folder: dataset, asOf: new Date(end), exchanges, stables });
  const different = differences(stored, await recordedSwaps(imported, end));
  await imported.close();
  return { swaps: expected.length, different };
}

/** Compares all computed values with a calculation of everything at the same time. No worker may run. */
export async function compareComputedValues(location: StoreLocation): Promise<readonly string[]> {
  const store = await openStore(location);
  try {
    const [found] = await rows<{ time: string }>(store.db, sql`select calculated_at as time from dataset`);
    if (!found) throw new Error('the store contains no data');
    const incremental = await readComputedValues(store);
    await calculateEverything(store, new Date(found.time));
    return differences(incremental, await readComputedValues(store));
  } finally {
    await store.close();
  }
}

async function countSwaps(store: Store, end: number): Promise<number> {
  const [found] = await rows<{ count: number }>(
    store.db,
    sql`select count(*)::int as count from swap where time <= ${timestamptz(new Date(end))}`,
  );
  return found?.count ?? 0;
}

/** The swaps up to a time, in milliseconds, without reserves. */
async function recordedSwaps(store: Store, end: number) {
  const { swaps = {} } = await readRecorded(store);
  return Object.fromEntries(
    Object.entries(swaps)
      .filter(([, { time }]) => Date.parse(String(time)) <= end)
      .map(([key, { reserve0: _0, reserve1: _1, ...swap }]) => [key, swap]),
  );
}
