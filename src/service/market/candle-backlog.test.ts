import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { rows } from '#service/store/database.ts';
import { importFiles } from '#testing/datasets/dataset-folder.ts';
import { smallDataset, swapHeader, swapRow } from '#testing/datasets/small-dataset.ts';
import { eventually } from '#testing/eventually.ts';
import { openTestStore } from '#testing/stores/test-store.ts';
import { startStoringCandles, storeNextCandles } from './candle-backlog.ts';

const START = Date.UTC(2026, 0, 10) / 1000;

const threeAnHour = Array.from({ length: 180 }, (_, index) => index * 1200);

/** Opens a store with swaps in one market, by default three an hour for 60 hours, at these seconds since `START`. */
async function openStore(seconds: readonly number[] = threeAnHour) {
  const store = await openTestStore();
  const swaps = seconds.map((second, index) =>
    swapRow({ event_time: String(START + second), lt: String(index + 1) }),
  );
  await importFiles(store, smallDataset({ 'swaps.csv': `${[swapHeader, ...swaps].join('\n')}\n` }));
  const countCandles = async () => {
    const found = await rows<{ length: number; count: number }>(
      store.db,
      sql`select length, count(*)::int as count from candle group by 1 order by 1`,
    );
    return Object.fromEntries(found.map(({ length, count }) => [length, count]));
  };
  return { store, countCandles };
}

const all = { 14400: 15, 86400: 3, 604800: 2 };

test('candles are stored in parts of whole days, in the order of time', async () => {
  const { store, countCandles } = await openStore();
  const counts = [];
  for (let hasMore = true; hasMore; counts.push(await countCandles()))
    hasMore = await storeNextCandles(store, 50);
  // 10 January 2026 is a Saturday.
  expect(counts).toEqual([{ 14400: 6, 86400: 1 }, { 14400: 12, 86400: 2, 604800: 1 }, all]);
  expect(await storeNextCandles(store)).toBe(false);
  await store.close();
});

test('candles of short intervals are stored if they have several ticks', async () => {
  const minutes = [3, 3, 2, 0, 0, 2, 2, 1];
  const { store, countCandles } = await openStore(
    minutes.flatMap((count, minute) => Array.from({ length: count }, (_, index) => minute * 60 + index)),
  );
  await storeNextCandles(store);
  expect(await countCandles()).toEqual({
    60: 2,
    300: 1,
    900: 1,
    1800: 1,
    3600: 1,
    14400: 1,
    86400: 1,
    604800: 1,
  });
  await store.close();
});

test('no candles are stored during a calculation, and a failed part is repeated', async () => {
  const { store, countCandles } = await openStore();
  await store.db.execute(sql`update dataset set is_calculating = true`);
  expect(await storeNextCandles(store)).toBe(false);
  expect(await countCandles()).toEqual({});
  await store.db.execute(sql`update dataset set is_calculating = false`);
  const failing = {
    transaction: <Result>(work: (db: typeof store.db) => Promise<Result>) =>
      store.transaction(async (db) => {
        await work(db);
        throw new Error('connection lost');
      }),
  };
  await expect(storeNextCandles(failing)).rejects.toThrow('connection lost');
  expect(await storeNextCandles(store)).toBe(false);
  expect(await countCandles()).toEqual(all);
  await store.close();
});

test('the task stores everything, reports failures and goes on', async () => {
  const { store, countCandles } = await openStore();
  const failed = vi.fn<(error: unknown) => void>();
  let attempts = 0;
  const task = startStoringCandles(
    {
      transaction: (work) => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('connection lost')) : store.transaction(work);
      },
    },
    () => new Promise(setImmediate),
    { failed, succeeded: () => undefined },
  );
  await eventually(async () => expect(await countCandles()).toEqual(all));
  await task.stop();
  expect(failed).toHaveBeenCalledTimes(1);
  await store.close();
});
