import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentManager, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { REVOKED_ADMIN } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { countPeriods, pricePeriods } from '#contract/enums.ts';
import { additionalFilters } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { completeMarket } from './datasets/complete-market.ts';
import { eventually } from './eventually.ts';
import { FakeService, type Responder, sendJson } from './service/fake-service.ts';
import { serveMarket } from './service/imported-service.ts';
import { pageModules } from './service/page-modules.ts';

const filter = { sort: 'volume24h', order: 'desc', excludeScam: true } as const;

let served: Awaited<ReturnType<typeof serveMarket>>;
let baseUrl: string;
let page: Awaited<ReturnType<typeof pageModules>>;

beforeAll(async () => {
  // Without a window, TanStack Query assumes a server and never refetches by itself.
  environmentManager.setIsServer(() => false);
  served = await serveMarket(completeMarket());
  baseUrl = await served.listen();
});
afterAll(() => served.close());
beforeEach(async () => {
  page = await pageModules({ baseUrl, requestsPerSecond: 100 });
});
afterEach(() => {
  page.client.clear();
  vi.unstubAllGlobals();
});

async function expectedList() {
  const { jettons } = await served.client.call(operations.getJettons, { ...filter, limit: 100 });
  const address = jettons.map(({ metadata }) => metadata.address);
  return { jettons, address };
}

async function firstPage(limit = 100) {
  const { pages } = await page.client.infiniteQuery(page.jettonList({ ...filter, limit }));
  const [first] = pages;
  if (!first) throw new Error('the list is empty');
  return first;
}

/** The images with the previews of several jettons are those of its list. */
function withoutPreviews(jetton: ListedJetton | undefined) {
  return { ...jetton, previewUrls: undefined, tonPreviewUrls: undefined };
}

test('all pages of the list match the response of the service', async () => {
  const observer = new InfiniteQueryObserver(page.client, page.jettonList({ ...filter, limit: 5 }));
  const unsubscribe = observer.subscribe(() => {});
  await eventually(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  const pages = observer.getCurrentResult().data?.pages ?? [];
  const { jettons } = await expectedList();
  expect(pages.length).toBe(Math.ceil(jettons.length / 5));
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  const rows = pages.flatMap(({ jettons: pageRows }) => pageRows);
  for (const [index, record] of jettons.entries()) {
    const { metadata, chartPreviews: _, holdersCount, warnings, admin, exit, ...others } = record;
    const { buyersWhoSoldPercent, topTenHoldersPercent, trending, ...jetton } = others;
    expect(rows[index]).toMatchObject(jetton);
    expect(rows[index]?.warnings.map(({ kind }) => kind).toSorted()).toEqual(
      warnings.map(({ kind }) => kind).toSorted(),
    );
    expect(rows[index]?.admin?.address).toBe(admin?.address || undefined);
    expect(rows[index]?.admin?.isRevoked ?? false).toBe(admin?.address === REVOKED_ADMIN);
    expect(rows[index]?.holders).toBe(holdersCount);
    const { exit1k, exit10k, worstExit1k, worstExit10k } = rows[index] ?? {};
    expect([exit1k, exit10k]).toEqual([exit?.usd1k, exit?.usd10k]);
    expect([worstExit1k, worstExit10k]).toEqual([exit?.worst.usd1k, exit?.worst.usd10k]);
    expect(rows[index]?.buyersWhoSold).toBe(buyersWhoSoldPercent);
    expect(rows[index]?.topTenHolders).toBe(topTenHoldersPercent);
    expect(rows[index]?.trending).toBe(trending?.score);
    expect(rows[index]?.identity.address).toBe(metadata.address);
    expect(rows[index]?.createdAt).toBe(metadata.createdAt);
    expect(rows[index]?.decimals).toBe(metadata.decimals);
  }
  expect(rows).toHaveLength(jettons.length);
  unsubscribe();
});

test('a loaded list is not fetched again when it is shown again', async () => {
  const list = page.jettonList({ ...filter, limit: 5 });
  const show = async () => {
    const observer = new InfiniteQueryObserver(page.client, list);
    const hide = observer.subscribe(() => {});
    await eventually(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    return { observer, hide };
  };
  const { observer, hide } = await show();
  await observer.fetchNextPage();
  hide();
  const again = await show();
  expect(page.requestedPaths).toEqual(['/v1/jettons', '/v1/jettons']);
  expect(again.observer.getCurrentResult().data?.pages).toHaveLength(2);
  again.hide();
});

test('metrics of a page are fetched in one request per operation', async () => {
  const first = await firstPage();
  const { address } = await expectedList();
  const valuations = await page.client.query(page.pageValuations(first, 'eur'));
  const activity = await page.client.query(page.pageActivity(first));
  const trust = await page.client.query(page.pageTrust(first));
  if (typeof valuations === 'string' || typeof activity === 'string' || typeof trust === 'string')
    throw new Error('Not in the plan');
  const metrics = await served.client.call(operations.getJettonMetricsList, {
    address,
    limit: 100,
    currency: 'eur',
  });
  expect(metrics.items.length).toBeGreaterThan(0);
  for (const item of metrics.items) {
    const { priceCurrency, liquidityCurrency, fdmcCurrency, mcapCurrency } = item;
    expect(valuations.get(item.address)).toEqual({
      priceCurrency,
      liquidityCurrency,
      fdmcCurrency,
      mcapCurrency,
    });
  }
  const scores = await served.client.call(operations.getJettonTrustScoreList, { address, limit: 100 });
  expect(scores.items.length).toBeGreaterThan(0);
  for (const { address: jetton, score, updatedAt } of scores.items)
    expect(trust.get(jetton)).toEqual({ score, updatedAt });
  expect([valuations.size, trust.size, activity.size]).toEqual([
    metrics.items.length,
    scores.items.length,
    address.length,
  ]);
  expect(page.requestedPaths).toHaveLength(4);
});

test('activity contains all periods of the service and the share of buys', async () => {
  const first = await firstPage();
  const { address } = await expectedList();
  const activity = await page.client.query(page.pageActivity(first));
  if (typeof activity === 'string') throw new Error('Not in the plan');
  const { items } = await served.client.call(operations.getJettonStatisticsList, { address, limit: 100 });
  let shares = 0;
  for (const stats of items) {
    const decoded = activity.get(stats.address);
    for (const period of pricePeriods) {
      expect(decoded?.ton[period]?.percent).toBe(stats.priceChange.ton[period]?.changePercent);
      expect(decoded?.usd[period]?.calculatedAt).toBe(stats.priceChange.usd[period]?.calculatedAt);
    }
    for (const period of countPeriods) {
      expect(decoded?.transactions[period]?.current).toBe(stats.transactions[period].current);
      expect(decoded?.traders[period]?.percent).toBe(stats.traders[period].changePercent);
      expect(decoded?.volume[period]?.current).toEqual(stats.volume.usd[period].current);
      const buys = decoded?.volume[period]?.buyShare;
      if (buys === undefined) continue;
      shares += 1;
      const bought = Number(decimalFromAmount(stats.volume.buyUsd[period].current));
      expect(buys).toBeCloseTo(bought / Number(decimalFromAmount(stats.volume.usd[period].current)), 9);
      expect(buys).toBeLessThanOrEqual(1);
    }
  }
  expect(shares).toBeGreaterThan(0);
});

test('visible rows are refreshed by address every ten seconds, the list is not', async () => {
  const first = await firstPage(5);
  const addresses = first.jettons.map(({ identity }) => identity.address);
  page.requestedPaths.length = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const refresh = new QueryObserver(
    page.client,
    page.liveRefresh(page.client, () => addresses, 'eur'),
  );
  const row = new QueryObserver(page.client, page.liveRow(addresses[0] ?? '', 'eur'));
  const stop = [refresh.subscribe(() => {}), row.subscribe(() => {})];
  const startedAt = refresh.getCurrentResult().data ?? 0;
  expect([startedAt, page.requestedPaths.length, row.getCurrentResult().data]).toEqual([
    Date.now(),
    0,
    undefined,
  ]);
  vi.advanceTimersByTime(10_000);
  await eventually(() => expect(refresh.getCurrentResult().data).toBeGreaterThanOrEqual(startedAt + 10_000));
  vi.useRealTimers();
  expect(page.requestedPaths.toSorted()).toEqual([
    '/v1/jettons',
    '/v1/jettons/metrics',
    '/v1/jettons/stats',
    '/v1/jettons/trust-score',
  ]);
  const live = row.getCurrentResult().data;
  expect(withoutPreviews(live?.jetton)).toEqual(withoutPreviews(first.jettons[0]));
  expect(live?.valuation?.priceCurrency?.decimals).toBeGreaterThan(0);
  expect(live?.activity?.volume.day?.current).toBeDefined();
  expect(live?.trust?.updatedAt).toBeDefined();
  for (const unsubscribe of stop) unsubscribe();
});

test('data that no column needs is not fetched', async () => {
  const address = (await expectedList()).address.slice(0, 2);
  const refresh = page.liveRefresh(page.client, () => address, 'usd', new Set(['activity']));
  await page.client.query({ ...refresh, staleTime: 0 });
  expect(page.requestedPaths.toSorted()).toEqual(['/v1/jettons', '/v1/jettons/stats']);
});

test('paginateList returns the whole list', async () => {
  const rows: string[] = [];
  for await (const jettons of page.paginateList(page.client, { ...filter, limit: 3 }, {}))
    rows.push(...jettons.map(({ identity }) => identity.address));
  expect(rows).toEqual((await expectedList()).address);
});

test('a canceled paginateList sends no further requests', async () => {
  const controller = new AbortController();
  const pages = page.paginateList(page.client, { ...filter, limit: 1 }, { signal: controller.signal });
  await pages.next();
  controller.abort(new Error('canceled'));
  await expect(pages.next()).rejects.toThrow('canceled');
  expect(page.requestedPaths).toHaveLength(1);
});

test('compared jettons have list data, metrics, statistics and trust scores', async () => {
  const address = (await expectedList()).address.slice(1, 4);
  const rows = await page.client.query(page.comparedJettons(address));
  const valuations = await page.client.query(page.comparedValuations(address, 'gbp'));
  const activity = await page.client.query(page.comparedActivity(address));
  const trust = await page.client.query(page.comparedTrust(address));
  for (const result of [rows, valuations, activity, trust])
    expect(new Set(typeof result === 'string' ? [] : result.keys())).toEqual(new Set(address));
});

test('a list by addresses has the order of the list, also when fetched in chunks', async () => {
  const { address } = await expectedList();
  const chosen = address.toReversed();
  for (const sort of ['volume24h', 'holders', 'tonPriceChangeDay'] as const) {
    const whole = await page.client.query(page.addressList(chosen, { sort, order: 'asc' }));
    const { jettons } = await served.client.call(operations.getJettons, {
      address: chosen,
      sort,
      order: 'asc',
      limit: 100,
    });
    expect(whole.isSorted).toBe(true);
    expect(whole.rows.map(({ jetton }) => jetton.identity.address)).toEqual(
      jettons.map(({ metadata }) => metadata.address),
    );
  }
  expect(page.chunkAddresses(Array.from({ length: 201 }, String)).map(({ length }) => length)).toEqual([
    100, 100, 1,
  ]);
  expect(page.chunkAddresses([])).toEqual([]);
});

test('the search finds jettons by a part of their name with any verification status', async () => {
  const { jettons } = await expectedList();
  const [jetton] = jettons;
  const text = jetton?.metadata.name.slice(0, 5) ?? '';
  const { jettons: found } = await page.client.query(page.searchMarket(text));
  expect(found.map(({ identity }) => identity.address)).toContain(jetton?.metadata.address);
});

test('the search finds a jetton despite a typing error, with its pools', async () => {
  const { jettons, pools } = await page.client.query(page.searchMarket('chery'));
  expect(jettons.map(({ identity }) => identity.name)).toEqual(['The cherry']);
  const address = jettons[0]?.identity.address ?? '';
  const { markets } = await served.client.call(operations.getJettonMarkets, { address, limit: 4 });
  expect(markets.length).toBeGreaterThan(0);
  expect(pools?.map(({ market }) => market)).toEqual(markets);
});

test('a price line has the ticks of the deepest market in the period and the last one before', async () => {
  const jetton = (await expectedList()).address[0] ?? '';
  const { markets } = await served.client.call(operations.getJettonMarkets, { address: jetton });
  const market = { address: jetton, poolAddress: markets[0]?.poolAddress ?? '' };
  const line = await page.client.query(page.priceLine(jetton, 'month'));
  if (typeof line === 'string') throw new Error('Not in the plan');
  expect(line.to - line.from).toBe(30 * 86_400_000);
  const from = new Date(line.from).toISOString();
  const ticksOf = (range: object) =>
    served.client.call(operations.getJettonMarketPriceHistory, { ...market, ...range });
  const since = await ticksOf({ from, limit: 1000 });
  const before = await ticksOf({ to: from, limit: 1 });
  expect(since.items.length).toBeGreaterThan(1);
  expect(line.ticks).toEqual([...before.items, ...since.items.toReversed()]);
});

test('a price line begins with the first tick of a market that is younger than the period', async () => {
  const jetton = `0:${'1'.repeat(64)}`;
  const now = Date.now();
  const listedAt = now - 20 * 86_400_000;
  const price = { value: '1', decimals: 0 };
  const market = {
    asset: jetton,
    counterpart: `0:${'0'.repeat(64)}`,
    exchangeId: 'dedust',
    poolAddress: `0:${'2'.repeat(64)}`,
    type: 'JTN_MRKT_LINEAR',
    liquidity: {},
    price: { ton: price },
  };
  // More in each twentieth of the period than are sampled, and more than a page in all.
  const ticks = Array.from({ length: 4_000 }, (_, index) => ({
    value: { counterpart: price, ton: price },
    time: new Date(listedAt + Math.floor(((now - listedAt) / 4_000) * index)).toISOString(),
    timeLt: String(index + 1),
  }));
  const path = `/v1/jettons/${encodeURIComponent(jetton)}/markets`;
  const other = new FakeService();
  await other.listen();
  other.responders.set(path, (_, response) =>
    sendJson(response, { markets: [market], addressBook: {}, jettons: {} }),
  );
  other.responders.set(
    `${path}/${encodeURIComponent(market.poolAddress)}/price/ticks`,
    (request, response) => {
      const { searchParams } = new URL(request.url ?? '', other.baseUrl);
      const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '9'];
      const limit = Number(searchParams.get('limit'));
      const found = ticks.filter(({ time }) => time >= from && time < to).toReversed();
      sendJson(response, {
        items: found.slice(0, limit),
        ...(found.length > limit && { next: 'older' }),
      });
    },
  );
  page = await pageModules({ baseUrl: other.baseUrl, requestsPerSecond: 100 });
  const line = await page.client.query(page.priceLine(jetton, 'month'));
  if (typeof line === 'string') throw new Error('Not in the plan');
  expect(line.ticks[0]?.time).toBe(ticks[0]?.time);
  expect(line.ticks.at(-1)?.time).toBe(ticks.at(-1)?.time);
  await other.close();
});

test('a jetton missing from a list is fetched with its statistics', async () => {
  const { jettons } = await expectedList();
  const [jetton] = jettons;
  const address = jetton?.metadata.address ?? '';
  const missing = await page.client.query(page.missingJetton(address, { ranges: { holders: { min: '1' } } }));
  expect(missing.jetton?.identity.address).toBe(address);
  expect(missing.activity).toHaveProperty('ton');
  const nonexistent = await page.client.query(page.missingJetton(`0:${'5'.repeat(64)}`, {}));
  expect(nonexistent).toEqual({ jetton: null, activity: undefined, failedRanges: [] });
});

test('pages of a list by age are relative to the time of the first page', async () => {
  const { jettons } = await expectedList();
  const now = served.clock.getTime();
  const [newest] = jettons
    .flatMap(({ metadata: { createdAt } }) => createdAt ?? [])
    .toSorted()
    .slice(3);
  const age = { max: String((now - Date.parse(newest ?? '')) / 1000) };
  const expected = jettons.filter(
    ({ metadata: { createdAt } }) => createdAt !== undefined && createdAt >= (newest ?? ''),
  );
  expect(expected.length).toBeGreaterThan(2);
  const found: string[] = [];
  let { items, next } = await page.fetchListPage(page.client, { ...filter, ranges: { age }, limit: 2 }, {});
  found.push(...items.map(({ identity }) => identity.address));
  expect(next).toMatch(new RegExp(`^${served.clock.toISOString()} `));
  while (next) {
    ({ items, next } = await page.fetchListPage(
      page.client,
      { ...filter, ranges: { age }, limit: 2, cursor: next },
      {},
    ));
    found.push(...items.map(({ identity }) => identity.address));
  }
  expect(found).toEqual(expected.map(({ metadata }) => metadata.address));
  const contradiction = { ranges: { age: { max: '60' }, createdAt: { max: '946684800' } } };
  expect(await page.fetchListPage(page.client, contradiction, {})).toEqual({ items: [], next: undefined });
});

describe('the filters that a service has', () => {
  test('are read from its OpenAPI document, once per session', async () => {
    const stored = new Map<string, string>();
    const sessionStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    };
    for (const requested of [['/openapi.json'], []]) {
      page = await pageModules({ baseUrl });
      vi.stubGlobal('sessionStorage', sessionStorage);
      expect(await page.client.query(page.filterSupport())).toEqual(new Set());
      await page.fetchUnsupportedFilters();
      expect(page.requestedPaths).toEqual(requested);
    }
  });

  test('are requested again if the settings of the page could not be loaded', async () => {
    page = await pageModules({ baseUrl });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(page.fetchUnsupportedFilters()).rejects.toThrow('could not load config.json');
    vi.stubGlobal('fetch', fetch);
    expect(await page.fetchUnsupportedFilters()).toEqual(new Set());
  });

  test('are requested in parallel to a list that needs them, and by no other list', async () => {
    await firstPage();
    expect(page.requestedPaths).toEqual(['/v1/jettons']);
    await page.fetchJettons({ ...filter, traders24h: { min: '1' } }, {});
    expect(page.requestedPaths.slice(1).toSorted()).toEqual(['/openapi.json', '/v1/jettons']);
    await page.fetchJettons({ ...filter, traders24h: { min: '2' } }, {});
    expect(page.requestedPaths).toHaveLength(4);
  });

  test.each<[string, Responder | undefined]>([
    ['no document', undefined],
    ['a web page', (_, response) => response.writeHead(200).end('<!doctype html>')],
    [
      'a document without the list filter',
      (_, response) => sendJson(response, { paths: { '/v1/jettons': { post: [] } } }),
    ],
    ['no response', (request) => request.socket.destroy()],
  ])(
    'are those of the specification with %s, and rows without the filter are not shown',
    async (_, respond) => {
      const other = new FakeService();
      await other.listen();
      other.responders.set(operations.getJettons.path, (__, response) => sendJson(response, { jettons: [] }));
      if (respond) other.responders.set('/openapi.json', respond);
      page = await pageModules({ baseUrl: other.baseUrl });
      expect(await page.client.query(page.filterSupport())).toEqual(new Set(additionalFilters));
      await expect(page.fetchJettons({ mcap: { min: { value: '1' } } }, {})).rejects.toThrow(
        page.UnsupportedFilterError,
      );
      expect(await page.fetchJettons({ holders: { min: '1' } }, {})).toEqual({ items: [], next: undefined });
      await other.close();
    },
  );
});

test('pagination ends if a cursor repeats', async () => {
  const other = new FakeService();
  await other.listen();
  other.responders.set(operations.getJettons.path, (_, response) =>
    sendJson(response, { jettons: [], next: 'again' }),
  );
  page = await pageModules({ baseUrl: other.baseUrl });
  const observer = new InfiniteQueryObserver(page.client, page.jettonList(filter));
  const hide = observer.subscribe(() => {});
  await eventually(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  await observer.fetchNextPage();
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
  hide();
  let pages = 0;
  for await (const jettons of page.paginateList(page.client, filter, {})) {
    expect(jettons).toEqual([]);
    pages += 1;
  }
  expect(pages).toBe(2);
  await other.close();
});

describe('on a plan without the paid operations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-keys-'));
  let free: string;
  beforeAll(async () => {
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, JSON.stringify([{ key: 'paid-key', plan: 'paid' }]));
    free = await served.listen({ API_KEYS_FILE: keys });
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    page = await pageModules({ baseUrl: free });
  });

  test('paid operations are requested once, then reported as not included', async () => {
    const first = await firstPage(5);
    await expect(page.client.query(page.pageValuations(first, 'eur'))).resolves.toBe('not in plan');
    await expect(page.client.query(page.pageValuations(first, 'gbp'))).resolves.toBe('not in plan');
    await expect(page.client.query(page.pageActivity(first))).resolves.toBe('not in plan');
    await expect(page.client.query(page.pageTrust(first))).resolves.toBe('not in plan');
    expect(page.requestedPaths).toEqual([
      '/v1/jettons',
      '/v1/jettons/metrics',
      '/v1/jettons/stats',
      '/v1/jettons/trust-score',
    ]);
    const excluded = ['getJettonMetricsList', 'getJettonStatisticsList', 'getJettonTrustScoreList'];
    expect([...page.plan.excluded.getState()]).toEqual(excluded);
  });

  test('visible rows are refreshed without paid data', async () => {
    const first = await firstPage(5);
    const [row] = first.jettons;
    const address = row?.identity.address ?? '';
    await page.client.query({ ...page.liveRefresh(page.client, () => [address], 'eur'), staleTime: 0 });
    const live = page.client.getQueryData(page.liveRow(address, 'eur').queryKey);
    expect(Object.keys(live ?? {})).toEqual(['jetton']);
    expect(withoutPreviews(live?.jetton)).toEqual(withoutPreviews(row));
  });

  test('price change filters that exclude a jetton are determined by list requests', async () => {
    const { jettons } = await expectedList();
    const address = jettons[0]?.metadata.address ?? '';
    const failingFilter = {
      ranges: {
        tonPriceChangeDay: { min: '1000000000' },
        tonPriceChangeWeek: { min: '-1000000000' },
        tonPriceChangeHour: { max: '-1000000000' },
        holders: { min: '999999999999' },
      },
    };
    const { activity, failedRanges } = await page.client.query(page.missingJetton(address, failingFilter));
    expect(activity).toBe('not in plan');
    expect(failedRanges).toEqual(['tonPriceChangeHour', 'tonPriceChangeDay']);
  });

  test('a key of the paid plan has access', async () => {
    page = await pageModules({ baseUrl: free, apiKey: 'paid-key' });
    const first = await firstPage(5);
    await expect(page.client.query(page.pageActivity(first))).resolves.toBeInstanceOf(Map);
  });
});
