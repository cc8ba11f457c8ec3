import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportOptions, type ImportResult, importDataset } from '#service/import/import-dataset.ts';
import type { Store } from '#service/store/database.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { addressOf, smallDataset } from './small-dataset.ts';

export interface PoolFacts {
  readonly address: string;
  readonly exchange: string;
  readonly asset0: string;
  readonly asset1: string;
  readonly [fact: string]: string | undefined;
}

/** Contents of a dataset folder. The columns of a table are those of its first row. */
export interface DatasetFiles {
  readonly jettons: readonly object[];
  readonly pools: readonly PoolFacts[];
  readonly swaps: readonly Readonly<Record<string, string>>[];
  readonly holders?: readonly Readonly<Record<string, string>>[];
  readonly fx?: readonly Readonly<Record<string, string>>[];
}

function tableText(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** Calls `work` with a temporary folder that contains the files, and returns its result. */
export async function withDatasetFolder<Result>(
  files: DatasetFiles,
  work: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-dataset-'));
  try {
    writeFileSync(join(folder, 'jettons.json'), JSON.stringify(files.jettons));
    writeFileSync(join(folder, 'pools.json'), JSON.stringify(files.pools));
    writeFileSync(join(folder, 'swaps.csv'), tableText(files.swaps));
    if (files.holders) writeFileSync(join(folder, 'holders.csv'), tableText(files.holders));
    if (files.fx) writeFileSync(join(folder, 'fx.csv'), tableText(files.fx));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A temporary folder. */
export interface TextFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Writes the files, given by name, to a temporary folder. */
export async function writeFolder(files: Readonly<Record<string, string | Buffer>>): Promise<TextFolder> {
  const path = await mkdtemp(join(tmpdir(), 'jetscope-files-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export const importClock = new Date('2026-01-29T07:50:00Z');

/** Imports a folder with these files as of `importClock`, with jetton a as the stablecoin. */
export async function importFiles(
  store: Store,
  files: Readonly<Record<string, string | Buffer>>,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const { path, remove } = await writeFolder(files);
  const exchanges = ['stonfi', 'dedust', 'tonco'];
  const stables = [addressOf('a')];
  try {
    return await importDataset(store, { folder: path, asOf: importClock, exchanges, stables, ...options });
  } finally {
    await remove();
  }
}

/** Opens a store that contains the small dataset. */
export async function openSmallStore(openEmptyStore: () => Promise<Store> = openTestStore): Promise<Store> {
  const store = await openEmptyStore();
  await importFiles(store, smallDataset());
  return store;
}
