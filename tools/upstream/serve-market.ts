import { onTestFinished } from 'vitest';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';
import { feedMarket } from './feed-market.ts';
import { createUpstream, type UpstreamOptions } from './server.ts';

/** Later than all swaps of generated markets. */
const AFTER_CLOCK_MS = 3 * 86_400_000;

/**
 * Serves a generated market until the test ends, with all of its swaps visible: the simulator is set to `end`. Some
 * swaps are later than `clock`, that of the generated market. In milliseconds.
 */
export async function serveMarket(seed: number, { formats, ...options }: Omit<UpstreamOptions, 'market'>) {
  const { files } = generateMarket(seed);
  const generated = feedMarket(generateMarket(seed), formats);
  // Holders are not part of what feeds of swaps transport.
  const served = files.holders ? { ...generated.files, holders: files.holders } : generated.files;
  const market = await withDatasetFolder(served, readDataset);
  const upstream = createUpstream({ market, formats, ...options });
  const base = await upstream.listen();
  onTestFinished(() => upstream.close());
  const clock = generated.clock.getTime();
  const end = clock + AFTER_CLOCK_MS;
  upstream.setNow(new Date(end));
  return { base, upstream, market, clock, end };
}
