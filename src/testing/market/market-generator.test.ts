import { expect, test } from 'vitest';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { isDust, worldAt } from '#testing/oracle/world.ts';
import { generateMarket } from './market-generator.ts';

test('the same seed gives the same market', () => {
  expect(generateMarket(7)).toEqual(generateMarket(7));
  expect(generateMarket(8)).not.toEqual(generateMarket(7));
});

test.each([1, 2, 3])('market %i covers the cases of the metric definitions', async (seed) => {
  const { files, clock, stables } = generateMarket(seed);
  const dataset = await withDatasetFolder(files, readDataset);
  const { swaps } = dataset;
  expect(swaps.length).toBeLessThan(files.swaps.length);
  const world = worldAt(dataset, stables, clock);
  expect(swaps.filter((swap) => isDust(world, swap)).length).toBeGreaterThan(5);
  const whole = swaps.filter(({ amounts }) => amounts.some((units) => units >= 100n && units < 1000n));
  expect(whole.filter((swap) => !isDust(world, swap)).length).toBeGreaterThan(0);
  expect(swaps.filter(({ time }) => time > clock.getTime()).length).toBeGreaterThan(0);
  expect(swaps.filter(({ volumeUsd }) => !volumeUsd).length).toBeGreaterThan(50);
  expect(swaps.filter(({ amounts }) => amounts.some((units) => units > 2n ** 64n)).length).toBeGreaterThan(5);
  const inTime = [...world.swaps.values()];
  const atOneTime = inTime.flatMap((pool) =>
    pool.filter((swap, index) => swap.time === pool[index + 1]?.time),
  );
  expect(atOneTime.length).toBeGreaterThan(5);
});
