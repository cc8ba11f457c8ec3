import { sql } from 'drizzle-orm';
import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import type { Store } from '#service/store/database.ts';
import { asOf } from '#tools/bench/import/large-dataset.ts';
import { USDT } from '#tools/bench/import/large-market.ts';

/** Imports a dataset folder, and lets its clock run. */
export async function loadWithRunningClock(store: Store, folder: string): Promise<void> {
  const { exchanges } = readConfig({});
  await importDataset(store, { folder, asOf, exchanges, stables: [USDT] });
  await store.db.execute(sql`update dataset set as_of = null`);
}
