import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { statusOf } from '#tools/upstream/status-of.ts';
import { createUpstream } from '#tools/upstream/upstream.ts';

const formats = { stonfi: 'dedust', dedust: 'dedust', tonco: 'dedust' } as const;

const poolList = z.array(z.object({ address: z.string(), lt: z.string(), assets: z.array(z.json()) }));
const trades = z.array(z.object({ lt: z.string().transform(BigInt) }));

test('both lists of pools contain the lt of the latest visible trade', async () => {
  const { base, market, clock, upstream } = await serveMarket(1, { formats });
  upstream.setNow(new Date(clock));
  const latestLts = Array.from(market.pools.keys(), (address) => {
    const visible = market.swaps.filter(({ pool, time }) => pool === address && time <= clock);
    const latest = visible.map(({ lt }) => lt).toSorted((a, b) => Number(b - a))[0] ?? 0n;
    return [address, String(latest)];
  });
  const pools = poolList.parse(await fetchJson(`${base}/dedust/v2/pools`));
  expect(pools.map(({ address, lt }) => [parseAddress(address), lt])).toEqual(latestLts);
  const lite = poolList.parse(await fetchJson(`${base}/dedust/v2/pools-lite`));
  expect(lite.map(({ address, lt }) => [address, lt])).toEqual(pools.map(({ address, lt }) => [address, lt]));
  const liteAssets = lite.flatMap(({ assets }) => assets).map(String);
  expect(new Set(liteAssets.map((text) => text.split(':')[0]))).toEqual(new Set(['native', 'jetton']));
});

test('trades are paged by lt, strictly after the cursor', async () => {
  const { base, market } = await serveMarket(2, { formats });
  const [pool = ''] = market.pools.keys();
  const url = `${base}/dedust/v2/pools/${toUserFriendly(pool)}/trades`;
  const all = market.swaps
    .filter((swap) => swap.pool === pool)
    .map(({ lt }) => ({ lt }))
    .toSorted((a, b) => Number(a.lt - b.lt));
  expect(all.length).toBeGreaterThan(3);
  const read = async (query: string) => trades.parse(await fetchJson(`${url}?${query}`));
  expect(await read('page_size=100&after_lt=0')).toEqual(all);
  expect(await read(`page_size=2&after_lt=${all[0]?.lt}`)).toEqual(all.slice(1, 3));
  expect(await read(`page_size=2&after_lt=${all.at(-1)?.lt}`)).toEqual([]);
  expect(await read('page_size=2')).toEqual(all.slice(-2));
  expect(await statusOf(`${url}?page_size=0`)).toBe(400);
  expect(await statusOf(`${url}?after_lt=x`)).toBe(400);
  expect(await statusOf(`${base}/dedust/v2/pools/${TON_ADDRESS}/trades`)).toBe(404);
});

test('a page has at most 100 trades', async () => {
  const [pool, jetton] = [addressOf('c'), addressOf('a')];
  const market = {
    jettons: new Map([
      [jetton, { address: jetton, name: '', symbol: '', verification: 'JVS_NONE', decimals: 9 }],
    ]),
    pools: new Map([[pool, { address: pool, exchange: 'dedust', assets: [TON_ADDRESS, jetton] as const }]]),
    swaps: Array.from({ length: 150 }, (_, index) => ({
      pool,
      time: index * 1000,
      lt: BigInt(index + 1),
      trader: jetton,
      sold: 0 as const,
      amounts: [1n, 1n] as const,
    })),
    rates: new Map(),
  };
  const upstream = createUpstream({ market, formats });
  const base = await upstream.listen();
  const page = await fetchJson(`${base}/dedust/v2/pools/${pool}/trades?page_size=1000&after_lt=20`);
  await upstream.close();
  expect(trades.parse(page).map(({ lt }) => Number(lt))).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 21),
  );
});

test('metadata of assets can be left out', async () => {
  const { base } = await serveMarket(2, { formats, withDecimals: false });
  const pools = poolList.parse(await fetchJson(`${base}/dedust/v2/pools`));
  const assets = pools.flatMap((pool) => pool.assets);
  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets) expect(asset).toMatchObject({ metadata: null });
});
