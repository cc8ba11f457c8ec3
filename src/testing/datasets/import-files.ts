import { type ImportOptions, type ImportResult, importDataset } from '#service/import/import-dataset.ts';
import type { Store } from '#service/store/database.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { addressOf, smallDataset } from './small-dataset.ts';
import { writeFolder } from './text-folder.ts';

export const importClock = new Date('2026-01-29T07:50:00Z');

/** Imports a folder with these files as of `importClock`, with jetton a as the stablecoin. */
export async function importFiles(
  store: Store,
  files: Readonly<Record<string, string>>,
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
