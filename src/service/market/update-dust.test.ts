import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { updateDust } from './update-dust.ts';

/** Swaps of TON for jetton a, which has no decimals, or for jetton b, which has 9. */
const swaps = [
  ['a', '1000', '100'],
  ['a', '1000', '99'],
  ['a', '999', '100'],
  ['b', '1000', '999'],
  ['b', '1000', '1000'],
].map(([jetton = '', sold, bought], index) =>
  swapRow({
    lt: String(index + 1),
    pool_address: addressOf(jetton === 'a' ? 'c' : 'd'),
    token_bought_address: addressOf(jetton),
    amount_sold_raw: `${sold}`,
    amount_bought_raw: `${bought}`,
  }),
);
const pool = (address: string, asset1: string) => ({
  address,
  exchange: 'stonfi',
  asset0: `0:${'0'.repeat(64)}`,
  asset1,
});
const dataset = smallDataset({
  'jettons.json': jsonLines([{ address: addressOf('a'), decimals: 0 }, { address: addressOf('b') }]),
  'pools.json': jsonLines([pool(addressOf('c'), addressOf('a')), pool(addressOf('d'), addressOf('b'))]),
  'swaps.csv': `${swapHeader}\n${swaps.join('\n')}\n`,
});

describeOnOneStore('swaps that were dust by the definition of an earlier version', (openEmptyStore) => {
  test('become ticks', async () => {
    const store = await openEmptyStore();
    await importFiles(store, dataset, { stables: [addressOf('a')] });
    const dust = () => rows(store.db, sql`select lt, dust from swap order by lt`);
    const isDust = [false, true, true, true, false];
    expect(await dust()).toEqual(isDust.map((value, index) => ({ lt: String(index + 1), dust: value })));
    const before = await readComputedValues(store);
    const isOldDust = sql`lt = 1`;
    await store.db.execute(sql`update swap set dust = true where ${isOldDust}`);
    await store.db.execute(
      sql`update trade set dust = true, counterpart = null, ton = null, usd = null where ${isOldDust}`,
    );
    await store.db.execute(sql`delete from ton_rate where ${isOldDust}`);
    await updateDust(store.db, 40);
    expect(await dust()).toEqual(isDust.map((value, index) => ({ lt: String(index + 1), dust: value })));
    await calculateEverything(store, importClock);
    expect(await readComputedValues(store)).toEqual(before);
  });
});
