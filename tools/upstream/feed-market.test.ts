import { expect, test } from 'vitest';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset, type Swap } from '#testing/oracle/read-dataset.ts';
import { feedMarket } from './feed-market.ts';

const formats = { stonfi: 'stonfi', tonco: 'dedust' } as const;

/** Swaps of a pool in the order of time and lt. */
function orderOf(swaps: readonly Swap[], pool: string): string[] {
  return swaps
    .filter((swap) => swap.pool === pool)
    .toSorted((a, b) => a.time - b.time || Number(a.lt - b.lt))
    .map(({ time, trader, amounts }) => [time, trader, ...amounts].join(' '));
}

test.each([1, 2, 3])('keeps the swaps of market %i and their order', async (seed) => {
  const generated = generateMarket(seed);
  const original = await withDatasetFolder(generated.files, readDataset);
  const market = await withDatasetFolder(feedMarket(generated, formats).files, readDataset);
  const pools = [...original.pools.values()].filter(({ exchange }) => exchange in formats);
  expect([...market.pools.keys()]).toEqual(pools.map(({ address }) => address));
  for (const { address } of pools)
    expect(orderOf(market.swaps, address)).toEqual(orderOf(original.swaps, address));
  const lts = market.swaps.map(({ lt }) => lt);
  expect(new Set(lts).size).toBe(lts.length);
  for (const lt of lts) expect(Number.isSafeInteger(Number(lt))).toBe(true);
});

test('keeps only facts that the formats report', async () => {
  const market = await withDatasetFolder(feedMarket(generateMarket(2), formats).files, readDataset);
  const pools = [...market.pools.values()];
  const types = new Set(pools.map(({ exchange, type }) => `${exchange} ${type}`));
  expect(types).toEqual(
    new Set(['stonfi undefined', 'stonfi JTN_MRKT_STABLE', 'tonco volatile', 'tonco stable']),
  );
  expect(pools.filter(({ createdAt }) => createdAt !== undefined)).toEqual([]);
  const isDedust = (pool: string) => market.pools.get(pool)?.exchange === 'tonco';
  expect(pools.filter(({ address, reported }) => isDedust(address) && reported)).toEqual([]);
  expect(market.swaps.filter(({ pool, reserves, hash }) => isDedust(pool) && (reserves || hash))).toEqual([]);
  const reportTimes = new Set(pools.map(({ address, reported }) => `${address} ${reported?.time}`));
  expect(market.swaps.filter(({ pool, time }) => reportTimes.has(`${pool} ${time}`))).toEqual([]);
  expect(market.swaps.filter(({ volumeUsd }) => volumeUsd)).toEqual([]);
  expect(market.swaps.filter(({ reserves }) => reserves).length).toBeGreaterThan(0);
});
