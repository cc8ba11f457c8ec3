import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { openTestStore } from '#testing/stores/memory-store.ts';
import { readRecorded } from './read-recorded.ts';

/** Returns the records that an import of the market stores. */
export async function recordedByImport({ files, clock, stables }: GeneratedMarket) {
  const store = await openTestStore();
  const { exchanges } = readConfig({});
  await withDatasetFolder(files, (folder) =>
    importDataset(store, { folder, asOf: clock, exchanges, stables }),
  );
  const recorded = await readRecorded(store);
  await store.close();
  return recorded;
}
