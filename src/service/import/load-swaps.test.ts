import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '#service/store/database.ts';
import { writeFolder } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { BadRows } from './bad-rows.ts';
import { DatasetFiles } from './dataset-files.ts';
import { TON } from './load-assets.ts';
import { loadSwaps } from './load-swaps.ts';
import { SwapRowConverter } from './swap-row-converter.ts';

const jetton = { id: 1, decimals: 6 };
const jettons = new Map([[addressOf('a'), jetton]]);
const pools = new Map([[addressOf('c'), { id: 1, asset0: TON, asset1: jetton }]]);

describeOnEachStore('loadSwaps', (openEmptyStore) => {
  test('traders beyond the limit of those in memory get distinct ids', async () => {
    const store = await openEmptyStore();
    const traders = ['1', '2', '3', '4', '3', '1', '5', '4'].map(addressOf);
    const swaps = traders.map((trader_address, lt) => swapRow({ lt: String(lt), trader_address }));
    const folder = await writeFolder(
      smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps, swapRow({ lt: '0' })].join('\n')}\n` }),
    );
    await store.withExclusiveSession('jetscope', async (session) => {
      const files = new DatasetFiles(folder.path);
      const converter = new SwapRowConverter(pools, jettons, 2);
      const counts = await loadSwaps(session, files, new BadRows(false), converter, () => undefined);
      // Includes the trader of the duplicate row.
      expect(counts).toEqual({ swaps: 8, traders: 6 });
    });
    const found = await rows<{ id: number }>(store.db, sql`select trader_id as id from swap order by lt`);
    const firstWithSame = found.map(({ id }) => found.findIndex((other) => other.id === id));
    expect(firstWithSame).toEqual(traders.map((trader) => traders.indexOf(trader)));
    await folder.remove();
  });
});
