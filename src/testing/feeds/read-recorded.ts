import { sql } from 'drizzle-orm';

import { readConfig } from '#service/config/config.ts';
import { importDataset } from '#service/import/import-dataset.ts';
import { rows, type Store } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import type { GeneratedMarket } from '#testing/market/market-generator.ts';
import { openTestStore } from '#testing/stores/test-store.ts';

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

type Row = Readonly<Record<string, unknown>>;

/** Returns everything recorded about swaps and pools by table and key, with addresses in place of ids. */
export async function readRecorded({ db }: Pick<Store, 'db'>): Promise<Record<string, Record<string, Row>>> {
  const swaps = await rows<Row>(
    db,
    sql`select pool.address || ' ' || s.lt as key, s.time, trader.address as trader, s.sold0, s.dust,
        trim_scale(s.amount0)::text as amount0, trim_scale(s.amount1)::text as amount1,
        trim_scale(s.reserve0)::text as reserve0, trim_scale(s.reserve1)::text as reserve1,
        trim_scale(s.volume_usd)::text as volume_usd
      from swap s join pool on pool.id = s.pool_id join trader on trader.id = s.trader_id`,
  );
  const pools = await rows<Row>(
    db,
    sql`select pool.address as key, exchange, type, reserve0, reserve1, reserves_at,
        coalesce(j0.address, 'TON') as asset0, coalesce(j1.address, 'TON') as asset1
      from pool left join jetton j0 on j0.id = asset0 left join jetton j1 on j1.id = asset1`,
  );
  const byKey = (found: readonly Row[]) => Object.fromEntries(found.map((row) => [row.key, row]));
  return { swaps: byKey(swaps), pools: byKey(pools) };
}
