import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAddress } from '#contract/address.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { readDataset, type Swap } from '#testing/oracle/read-dataset.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { feedMarket } from './feed-market.ts';

const { files } = feedMarket(generateMarket(1), { dedust: 'dedust' });
const NO_STORE = { dataDir: '' };

let command: BundledCommand;
beforeAll(async () => {
  command = await bundleCommand('tools/upstream/main.ts');
});
afterAll(() => command.remove());

test('serves a folder, prints its URL, and continues on the same port after a kill', async () => {
  await withDatasetFolder(files, async (folder) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    for (let starts = 0; starts < 2; starts += 1) {
      const running = command.start(NO_STORE, folder, '--port', String(port));
      const pool = parseAddress(files.pools[0]?.address ?? '');
      const url = `${base}/dedust/v2/pools/${pool}/trades?page_size=100`;
      const response = await eventually(() => fetch(url));
      expect(response.status).toBe(200);
      const trades = files.swaps.filter(({ pool_address }) => parseAddress(pool_address ?? '') === pool);
      // Some occur twice.
      expect(await response.json()).toHaveLength(new Set(trades.map(({ lt }) => lt)).size);
      running.kill();
      expect((await running.outcome).output).toBe(`${base}\n`);
    }
  });
});

test.each([
  [[], 'Missing argument FOLDER'],
  [['/nonexistent'], 'jettons.json not found in /nonexistent'],
  [['folder', '--port', 'x'], '--port: expected 0 to 65535'],
  [['folder', '--port', '65536'], '--port: expected 0 to 65535'],
  [['folder', '--faults', '15'], '--faults: expected 0 to 1'],
  [['folder', '--faults='], '--faults: expected 0 to 1'],
  [['folder', '--speed', '2'], 'Unknown argument "--speed"; see --help'],
])('rejects the arguments %j', async (args, message) => {
  await withDatasetFolder(files, async (folder) => {
    const replaced = args.map((argument) => (argument === 'folder' ? folder : argument));
    const { code, errors } = await command.start(NO_STORE, ...replaced).outcome;
    expect(errors).toContain(message);
    expect(code).toBe(1);
  });
});

describe('the market of feeds', () => {
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
    expect(market.swaps.filter(({ pool, reserves, hash }) => isDedust(pool) && (reserves || hash))).toEqual(
      [],
    );
    const reportTimes = new Set(pools.map(({ address, reported }) => `${address} ${reported?.time}`));
    expect(market.swaps.filter(({ pool, time }) => reportTimes.has(`${pool} ${time}`))).toEqual([]);
    expect(market.swaps.filter(({ volumeUsd }) => volumeUsd)).toEqual([]);
    expect(market.swaps.filter(({ reserves }) => reserves).length).toBeGreaterThan(0);
  });
});
