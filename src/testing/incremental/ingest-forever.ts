import { sql } from 'drizzle-orm';
import { openStore } from '#service/open-store.ts';
import { rows } from '#service/store/database.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { batchOf, ingestBatch } from './schedule.ts';

/**
 * Ingests random parts of a generated market, a few seconds apart, until it is killed. Arguments: seed of the market and
 * of the order. The store is that of DATABASE_URL or DATA_DIR.
 */
const [marketSeed, orderSeed] = process.argv.slice(2).map(Number);
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env;
const store = await openStore(databaseUrl === undefined ? { dataDir } : { databaseUrl });
const random = new Random(orderSeed ?? 0);
const market = generateMarket(marketSeed ?? 0);
const dataset = await withDatasetFolder(market.files, readDataset);
const storedPools = new Set(
  (await rows<{ address: string }>(store.db, sql`select address from pool`)).map(({ address }) => address),
);
const swaps = dataset.swaps.filter(({ pool }) => storedPools.has(pool));
for (;;) {
  const [calculated] = await rows<{ at: string }>(
    store.db,
    sql`select iso(calculated_at) as at from dataset`,
  );
  const next = Date.parse(calculated?.at ?? '') + random.whole(0, 20) * 1000;
  const now = new Date(Math.min(next, market.clock.getTime()));
  await ingestBatch(store, now, batchOf(dataset, [], random.shuffled(swaps).slice(0, 10)));
  process.stderr.write('ingested\n');
}
