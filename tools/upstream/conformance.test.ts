import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import type { Amount, Page, SwapSource } from '#service/feeds/client/source.ts';
import { toBaseUnits } from '#service/feeds/reading/to-batch.ts';
import { createDexscreenerSource } from '#service/feeds/sources/dexscreener.ts';
import { createFxSource } from '#service/feeds/sources/fx.ts';
import { createStonfiSource } from '#service/feeds/sources/stonfi.ts';
import { createTonapiSource } from '#service/feeds/sources/tonapi.ts';
import { createToncenterSource } from '#service/feeds/sources/toncenter.ts';
import type { SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { createUnpacedDedustSource, nothingStored } from '#testing/feeds/scripted-client.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { type Dataset, readDataset, type Swap } from '#testing/oracle/read-dataset.ts';
import { positionOf } from './event-book.ts';
import { serveMarket } from './serve-market.ts';
import { createUpstream, type WireFormat } from './server.ts';
import { decimalsOf } from './values.ts';

const DAY_MS = 86_400_000;
const READ_DAYS = 10;
const exchanges = ['stonfi', 'dedust', 'tonco'];
const formatsOf = (format: WireFormat) => Object.fromEntries(exchanges.map((exchange) => [exchange, format]));
const mixedFormats = { stonfi: 'stonfi', dedust: 'dedust', tonco: 'dexscreener' } as const;
const { signal } = new AbortController();

type Served = Awaited<ReturnType<typeof serveMarket>>;

/** Reads the last days up to the end of a market, as feeds do. Returns the pages of all exchanges. */
async function readPages({ base, clock, end }: Served, format: WireFormat): Promise<Page[]> {
  const options = { exchange: 'any', now: () => new Date(end) };
  const clientOf = (path: string) => createClient({ url: `${base}/${path}`, rate: 1e6 });
  const sources: Record<WireFormat, () => SwapSource[]> = {
    stonfi: () => [createStonfiSource(clientOf('stonfi'), options)],
    dedust: () => [createUnpacedDedustSource(clientOf('dedust'), options)],
    dexscreener: () =>
      exchanges.map((name) => createDexscreenerSource(clientOf(`dexscreener/${name}`), options)),
  };
  const pages: Page[] = [];
  const head = new Date(clock - READ_DAYS * DAY_MS);
  for (const source of sources[format]()) {
    const start = await source.start(head, signal);
    const unread = new Set<string>();
    const state = { cursors: new Map(), start, startTime: head, head, stored: undefined, unread };
    const discovery = await source.discover(state, signal);
    for (const range of discovery.ranges) {
      for (let from: bigint | undefined = range.from; from !== undefined; from = pages.at(-1)?.next)
        pages.push(await source.read({ ...range, from }, nothingStored, signal));
    }
  }
  return pages;
}

/** Returns one line per swap, without repetitions. */
async function readSwaps(served: Served, format: WireFormat): Promise<string[]> {
  const pages = await readPages(served, format);
  const swaps = pages.flatMap((page) => page.swaps ?? []);
  return linesOf(
    swaps.flatMap((swap) => fromEvent(served.market, swap) ?? []),
    served,
  );
}

/** Returns undefined for amounts with more digits than their asset has decimals, which feeds reject. */
function fromEvent(market: Dataset, event: SwapRecord<Amount>): Swap | undefined {
  const { pool, time, lt, trader, sold0, amount0, amount1 } = event;
  const [asset0 = '', asset1 = ''] = market.pools.get(pool)?.assets ?? [];
  const unitsOf = (amount: Amount, asset: string) =>
    BigInt('units' in amount ? toBaseUnits(amount.units, decimalsOf(market, asset)) : amount.baseUnits);
  try {
    const amounts = [unitsOf(amount0, asset0), unitsOf(amount1, asset1)] as const;
    return { pool, time: time.getTime(), lt, trader, sold: sold0 ? 0 : 1, amounts };
  } catch (error) {
    if (error instanceof BadValueError) return undefined;
    throw error;
  }
}

function linesOf(swaps: readonly Swap[], { clock }: Served): string[] {
  const recent = swaps.filter(({ time }) => time >= clock - READ_DAYS * DAY_MS);
  const lines = recent.map(({ pool, time, lt, trader, sold, amounts }) =>
    [pool, lt, time, trader, sold, ...amounts].join(' '),
  );
  return [...new Set(lines)].sort();
}

describe.each(['stonfi', 'dedust', 'dexscreener'] as const)('%s', (format) => {
  const formats = formatsOf(format);

  test.each([1, 2])('serves exactly the swaps of market %i', async (seed) => {
    const served = await serveMarket(seed, { formats });
    const expected = linesOf(served.market.swaps, served);
    expect(expected.length).toBeGreaterThan(50);
    expect(await readSwaps(served, format)).toEqual(expected);
  });

  test('serves the same swaps with duplicates, in any order and between invalid events', async () => {
    const probabilities = { duplicates: 0.7, reordering: 0.7 };
    const served = await serveMarket(4, { formats, faults: { probabilities, invalidEvents: 0.5 } });
    const pages = await readPages(served, format);
    expect(pages.flatMap(({ invalid = [] }) => invalid).length).toBeGreaterThan(20);
    expect(await readSwaps(served, format)).toEqual(linesOf(served.market.swaps, served));
    served.upstream.setFaults(null);
    const undisturbed = await readPages(served, format);
    expect(undisturbed.flatMap(({ invalid = [] }) => invalid)).toEqual([]);
  });

  test('shows only what happened until the clock', async () => {
    const served = await serveMarket(5, { formats });
    const { market, clock, upstream } = served;
    upstream.setNow(new Date(clock));
    const visible = market.swaps.filter(({ time }) => time <= clock);
    expect(visible.length).toBeLessThan(market.swaps.length);
    const lines = await readSwaps({ ...served, end: clock }, format);
    // Adapters end before the first block with a later swap of their exchange.
    const later = market.swaps.filter(({ time }) => time > clock).map(({ lt }) => positionOf(lt).block);
    const complete = visible.filter(({ lt }) => positionOf(lt).block < Math.min(...later));
    expect(complete.length).toBeGreaterThan(visible.length - 10);
    expect(linesOf(visible, served)).toEqual(expect.arrayContaining(lines));
    const required = format === 'dexscreener' ? complete : visible;
    expect(lines).toEqual(expect.arrayContaining(linesOf(required, served)));
  });

  test('shows late swaps after their delay, or when faults end', async () => {
    const lateSwaps = { share: 0.3, minSeconds: 60, maxSeconds: 6 * 86_400 };
    const served = await serveMarket(6, { formats, faults: { lateSwaps } });
    const { market, end, upstream } = served;
    const all = linesOf(market.swaps, served);
    const first = await readSwaps(served, format);
    expect(first.length).toBeLessThan(all.length);
    expect(first.length).toBeGreaterThan(all.length / 2);
    upstream.setFaults(null);
    expect(await readSwaps(served, format)).toEqual(all);
    upstream.setFaults({ lateSwaps });
    expect(await readSwaps(served, format)).toEqual(first);
    upstream.setNow(new Date(end + 6 * DAY_MS));
    expect(await readSwaps(served, format)).toEqual(all);
  });
});

test('metadata and rates are those of the dataset', async () => {
  const { base, market, clock, upstream } = await serveMarket(1, { formats: {} });
  const clientOf = (path: string) => createClient({ url: `${base}/${path}`, rate: 1e6 });
  const jettons = [...market.jettons.values()];
  const addresses = [...jettons.map(({ address }) => address), `0:${'f'.repeat(64)}`];
  for (const [path, create] of [
    ['toncenter', createToncenterSource],
    ['tonapi', createTonapiSource],
  ] as const) {
    const read = await create(clientOf(path)).fetchJettons(addresses, signal);
    const decimals = read.jettons?.map((jetton) => [jetton.address, jetton.decimals]);
    expect(decimals).toEqual(jettons.map((jetton) => [jetton.address, jetton.decimals]));
    expect(read.invalid).toEqual([]);
  }
  upstream.setNow(new Date(clock));
  const fx = createFxSource(clientOf('fx'));
  const rates = market.rates.get('eur') ?? [];
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  for (const { time, rate } of rates) {
    const read = (await fx.fetchRates(dateOf(time), signal))?.rates.get('eur');
    expect(read).toBe(time <= clock ? String(Number(rate.top) / Number(rate.bottom)) : undefined);
  }
  expect(rates.filter(({ time }) => time > clock).length).toBeGreaterThan(0);
});

/** Returns the types of all fields by their path. Elements of an array share a path, and both assets. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shapeOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, item]) => {
    const isAddress = name.startsWith('0:') || name === 'native' || name.startsWith('jetton:');
    const field = isAddress ? '{address}' : name.replace(/[01]/, 'N');
    return shapeOf(item, `${path}.${path === '.usd' ? '{currency}' : field}`);
  });
}

const poolList = { offset: 0, limit: 100, sort_by: 'volume_24h', sort_direction: 'desc' };

describe('responses have the shape of recorded ones', () => {
  const file = new URL('recorded.json', import.meta.url);
  /** `origin` is where the shape was found; values are examples, and persons are made up. */
  const recorded: Record<string, { readonly origin: string; readonly response: unknown }> = JSON.parse(
    readFileSync(file, 'utf8'),
  );

  test.each(Object.entries(recorded))('%s', async (path, { origin, response }) => {
    expect(origin).toMatch(/20\d\d/);
    const { base, market, clock, end } = await serveMarket(1, { formats: mixedFormats });
    const head = await headOf(base);
    const [jetton] = market.jettons.keys();
    const [held = ''] = [...market.holders].flatMap(([token, { holders }]) =>
      holders.length > 9 ? token : [],
    );
    const poolOf = (exchange: string) =>
      [...market.pools.values()].find((pool) => pool.exchange === exchange)?.address ?? '';
    const queries: Record<string, string> = {
      'stonfi/v1/stats/operations': periodUntil(clock, end),
      'dedust/v2/pools/{address}/trades': 'page_size=100&after_lt=0',
      'dexscreener/tonco/asset': 'id=native',
      'dexscreener/tonco/pair': `id=${poolOf('tonco')}`,
      'dexscreener/tonco/events': `fromBlock=${head - 999}&toBlock=${head}`,
      'toncenter/api/v3/jetton/wallets': `jetton_address=${held}`,
      'toncenter/api/v3/jetton/masters': [...market.jettons.keys()]
        .map((address) => `address=${address}`)
        .join('&')
        .concat('&limit=1000'),
    };
    const url = `${base}/${path}?${queries[path] ?? ''}`
      .replace('{address}', path.endsWith('/holders') ? held : poolOf('dedust'))
      .replace('{version}', 'latest');
    const bodies: Record<string, object> = {
      'dedust/v4/api/get_pools': poolList,
      'tonapi/v2/jettons/_bulk': { account_ids: [jetton] },
    };
    const body = bodies[path];
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const shape = shapeOf(JSON.parse(await fetchText(url, init)));
    expect(shape.length).toBeGreaterThan(0);
    const allowed = new Set(shapeOf(response));
    expect([...new Set(shape)].filter((field) => !allowed.has(field))).toEqual([]);
  });
});

test('invalid requests are rejected', async () => {
  const { base, market } = await serveMarket(1, { formats: mixedFormats });
  const pools = [...market.pools.values()];
  const trades = `dedust/v2/pools/${pools.find(({ exchange }) => exchange === 'dedust')?.address}/trades`;
  const head = await headOf(base);
  const events = (from: number, to: number) => `dexscreener/tonco/events?fromBlock=${from}&toBlock=${to}`;
  const masters = 'toncenter/api/v3/jetton/masters';
  const statuses = {
    [`${trades}?page_size=0&after_lt=0`]: 400,
    [`${trades}?page_size=9&after_lt=x`]: 400,
    [`dedust/v2/pools/0:${'0'.repeat(64)}/trades?page_size=9&after_lt=0`]: 404,
    'stonfi/v1/stats/operations': 400,
    'stonfi/v1/stats/operations?since=yesterday&until=today': 400,
    'stonfi/v1/assets/nowhere': 404,
    'dexscreener/unknown/latest-block': 404,
    'dexscreener/tonco/pair?id=native': 404,
    'dexscreener/tonco/events': 400,
    [events(head - 999, head)]: 200,
    [events(head - 1000, head)]: 400,
    [events(head, head - 1)]: 400,
    [events(head, head + 1)]: 503,
    [`${masters}?limit=1001`]: 422,
    [`${masters}?address=nowhere`]: 422,
    'fx/npm/@fawazahmed0/currency-api@1999-01-01/v1/currencies/usd.json': 404,
    'tonapi/v2/jettons/_bulk': 404,
  };
  for (const [path, status] of Object.entries(statuses))
    expect([path, await statusOf(`${base}/${path}`)]).toEqual([path, status]);
  const tooMany = Array.from({ length: 101 }, () => `0:${'0'.repeat(64)}`);
  for (const ids of [[], ['nowhere'], tooMany]) {
    const body = JSON.stringify({ account_ids: ids });
    expect(await statusOf(`${base}/tonapi/v2/jettons/_bulk`, { method: 'POST', body })).toBe(400);
  }
  for (const change of [
    { limit: 101 },
    { offset: -1 },
    { sort_by: 'age' },
    { pool_addresses: ['nowhere'] },
  ]) {
    const body = JSON.stringify({ ...poolList, ...change });
    expect(await statusOf(`${base}/dedust/v4/api/get_pools`, { method: 'POST', body })).toBe(400);
  }
});

test('DeDust lists the pools of pairs by volume, page by page, between pools of other exchanges', async () => {
  const { base, market, upstream, clock } = await serveMarket(1, { formats: formatsOf('dedust') });
  upstream.setNow(new Date(clock));
  const rowsOf = async (fields: object) => {
    const body = JSON.stringify({ ...poolList, ...fields });
    const text = await fetchText(`${base}/dedust/v4/api/get_pools`, { method: 'POST', body });
    return listedRows.parse(JSON.parse(text)).pool_rows;
  };
  const rows = await rowsOf({});
  const listed = rows.flatMap(({ pools }) => pools);
  const own = listed
    .filter(({ dex }) => dex.startsWith('dedust'))
    .map(({ address }) => parseAddress(address));
  expect(own.length).toBeLessThan(listed.length);
  expect(own.every((address) => address !== undefined && market.pools.has(address))).toBe(true);
  expect(new Set(own).size).toBe(own.length);
  const volumes = rows.map((row) => Number(row.volume_24h_usd));
  expect(volumes[0]).toBeGreaterThan(0);
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
  const pages = [await rowsOf({ limit: 5 }), await rowsOf({ offset: 5, limit: 95 })];
  expect(pages.flat()).toEqual(rows);
  const [pool] = await rowsOf({ pool_addresses: own.slice(3, 4) });
  expect(pool?.pools.some(({ address }) => parseAddress(address) === own[3])).toBe(true);
});

const listedRows = z.object({
  pool_rows: z.array(
    z.object({
      volume_24h_usd: z.string(),
      pools: z.array(z.object({ address: z.string(), dex: z.string() })),
    }),
  ),
});

test.each([
  [
    'stonfi',
    ['"wallet_address":"0:[0-9a-f]{64}"', '"wallet_address":"0:[0-9A-F]{64}"', '"wallet_address":"[EU]Q'],
  ],
  ['stonfi', ['Z', '', '\\+00:00'].map((zone) => `"pool_tx_timestamp":"[-T:0-9]{19}${zone}"`)],
  ['stonfi', ['swap', 'add_liquidity', 'withdraw_liquidity', 'refund_liquidity'].map((type) => `"${type}"`)],
  ['stonfi', ['swap_ok', 'swap_ok_ref', 'swap_refund_slippage', 'bounced'].map((code) => `"${code}"`)],
  ['dexscreener', ['"asset[01]In":"', '"asset[01]In":\\d', '"asset[01]":"[^"]+\\.\\d*75"']],
  ['dexscreener', ['swap', 'join', 'exit'].map((type) => `"eventType":"${type}"`)],
  ['dexscreener', ['"asset[01]Id":"native"', '"asset[01]Id":"0:', '"asset[01]Id":"[EU]Q']],
] as const)('%s serves %j', async (format, forms) => {
  const { base, market, clock, end } = await serveMarket(1, { formats: formatsOf(format) });
  const paths = [`stonfi/v1/stats/operations?${periodUntil(clock, end)}`];
  for (const { address, exchange } of format === 'stonfi' ? [] : market.pools.values()) {
    const last = await headOf(base, exchange);
    paths.push(`dexscreener/${exchange}/events?fromBlock=${last - 999}&toBlock=${last}`);
    paths.push(`dexscreener/${exchange}/pair?id=${toUserFriendly(address)}`);
  }
  const texts = await Promise.all(paths.map((path) => fetchText(`${base}/${path}`)));
  for (const form of forms) expect(texts.join('\n')).toMatch(new RegExp(form));
});

test('rejects markets with lts that STON.fi cannot express', async () => {
  const market = await withDatasetFolder(generateMarket(1).files, readDataset);
  expect(() => createUpstream({ market, formats: formatsOf('stonfi') })).toThrow(RangeError);
});

/** The query of a request for all operations. */
function periodUntil(clock: number, end: number): string {
  const [since, until] = [clock - 90 * DAY_MS, end].map((time) => new Date(time).toISOString().slice(0, 19));
  return `since=${since}&until=${until}`;
}

async function headOf(base: string, exchange = 'tonco'): Promise<number> {
  const schema = z.object({ block: z.object({ blockNumber: z.int() }) });
  return schema.parse(JSON.parse(await fetchText(`${base}/dexscreener/${exchange}/latest-block`))).block
    .blockNumber;
}

async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  expect(response.status).toBe(200);
  return await response.text();
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}
