import { environmentManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { poolLookupPath } from '#contract/market.ts';
import { additionalFilters } from '#contract/measures.ts';
import { operations } from '#contract/operations.ts';
import { search } from '#contract/search.ts';
import { STATUS_PATH } from '#contract/status.ts';
import { FakeService, type Responder, sendError, sendJson } from './service/fake-service.ts';
import { pageModules } from './service/page-modules.ts';

const OPENAPI_PATH = '/openapi.json';
const LIST_PATH = operations.getJettons.path;

const drop: Responder = (request) => request.socket.destroy();
const unavailable: Responder = (_, response) => sendError(response, 503, { 'retry-after': '0' });
const limited: Responder = (_, response) => sendError(response, 429, { 'retry-after': '1' });
const sendPage: Responder = (_, response) => response.end('<!doctype html>');

let service: FakeService;
let page: Awaited<ReturnType<typeof pageModules>>;

beforeEach(async () => {
  environmentManager.setIsServer(() => false);
  service = new FakeService();
  await service.listen();
  service.responders.set(LIST_PATH, (_, response) => sendJson(response, { jettons: [] }));
  page = await pageModules({ baseUrl: service.baseUrl, requestsPerSecond: 100 });
});
afterEach(async () => {
  page.client.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await service.close();
});

/** Answers requests to a path with the responders in turn, then always with the last one. */
function respondInTurn(path: string, ...responders: readonly Responder[]): void {
  let count = 0;
  service.responders.set(path, (request, response) => {
    const responder = responders[Math.min(count, responders.length - 1)];
    count += 1;
    responder?.(request, response);
  });
}

const sendDocument: Responder = (_, response) => {
  const properties = Object.fromEntries(additionalFilters.map((field) => [field, {}]));
  const content = { 'application/json': { schema: { properties } } };
  sendJson(response, { paths: { [LIST_PATH]: { post: { requestBody: { content } } } } });
};

test.each([
  ['a rate limit', limited],
  ['an unavailable service', unavailable],
  ['a dropped connection', drop],
])('after %s, the filters of the service are those of its OpenAPI document', async (_, failure) => {
  respondInTurn(OPENAPI_PATH, failure, sendDocument);
  expect(await page.client.query(page.filterSupport())).toEqual(new Set());
});

test('if the OpenAPI document is unreachable, the filters of the specification are assumed for some time only', async () => {
  respondInTurn(OPENAPI_PATH, drop, drop, sendDocument);
  const options = page.filterSupport();
  expect(await page.client.query(options)).toEqual(new Set(additionalFilters));
  const start = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => start + 10_000);
  expect(await page.client.fetchQuery(options)).toEqual(new Set(additionalFilters));
  vi.spyOn(Date, 'now').mockImplementation(() => start + 60_000);
  expect(await page.client.fetchQuery(options)).toEqual(new Set());
});

test.each([401, 408] as const)(
  'status %i of the OpenAPI document is not stored for the session',
  async (status) => {
    const stored = vi.fn<(key: string, value: string) => void>();
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: stored });
    respondInTurn(OPENAPI_PATH, (_, response) => sendError(response, status));
    expect(await page.fetchUnsupportedFilters()).toEqual(new Set(additionalFilters));
    expect(stored).not.toHaveBeenCalled();
  },
);

const age = { max: '604800' };
const snapshot: Responder = (_, response) =>
  sendJson(response, {
    source: 'imported',
    feeds: [],
    clock: '2026-01-29T07:50:00Z',
    clockFixed: true,
    counts: { jettons: 1, pools: 1, swaps: 1 },
    version: '0',
  });

test.each([
  ['an unavailable service', unavailable],
  ['a dropped connection', drop],
])('an age is not relative to the local time because of %s', async (_, failure) => {
  respondInTurn(OPENAPI_PATH, sendDocument);
  respondInTurn(STATUS_PATH, failure, snapshot);
  await expect(page.currentFilter(page.client, { ranges: { age } })).rejects.toThrow(
    /unavailable|no response/,
  );
  const createdAt = { min: '2026-01-22T07:50:00.000Z' };
  expect(await page.currentFilter(page.client, { ranges: { age } })).toEqual({ createdAt });
});

test.each([
  ['no status', undefined],
  ['a web page in its place', sendPage],
])('on a service with %s, an age is relative to the local time', async (_, respond) => {
  respondInTurn(OPENAPI_PATH, sendDocument);
  if (respond) respondInTurn(STATUS_PATH, respond);
  for (const limit of [1, 2]) await page.fetchListPage(page.client, { ranges: { age }, limit }, {});
  expect(service.requestedPaths.filter((path) => path === LIST_PATH)).toHaveLength(2);
  expect(service.requestedPaths.filter((path) => path === STATUS_PATH)).toHaveLength(1);
  const current = await page.currentFilter(page.client, { ranges: { age } });
  const elapsed = Date.now() - Date.parse(current?.createdAt?.min ?? '') - 604_800_000;
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(elapsed).toBeLessThan(60_000);
});

const unknown = `0:${'a'.repeat(64)}`;
const poolPath = poolLookupPath(unknown);

test.each([
  ['without a lookup of pools', undefined, false],
  ['with a web page in its place', sendPage, false],
  ['without this pool', (_, response) => sendJson(response, { jettons: [] }), true],
] satisfies [string, Responder | undefined, boolean][])(
  'a service %s finds nothing at an address',
  async (_, respond, canLookUpPools) => {
    if (respond) respondInTurn(poolPath, respond);
    const found = await page.client.query(page.lookUpAddress(unknown));
    expect(found).toEqual({ jettons: [], pools: [], canLookUpPools });
  },
);

test('a lookup of a pool whose connection drops is repeated, then fails', async () => {
  respondInTurn(poolPath, drop);
  await expect(page.client.query({ ...page.lookUpAddress(unknown), retryDelay: 1 })).rejects.toThrow(
    page.UnreachableEndpointError,
  );
  expect(service.requestedPaths.filter((path) => path === poolPath)).toHaveLength(3);
});

describe('the search', () => {
  const addressOf = (index: number) => `0:${String(index).repeat(64)}`;
  const metadataOf = (index: number, symbol: string) => ({
    address: addressOf(index),
    name: `Jetton ${index}`,
    symbol,
    decimals: 9,
  });

  /** Sends the same jettons for every search. */
  function serveJettons(symbols: readonly string[]): void {
    const jettons = symbols.map((symbol, index) => ({ metadata: metadataOf(index + 1, symbol) }));
    service.responders.set(LIST_PATH, (_, response) => sendJson(response, { jettons }));
  }

  interface ServedPool {
    readonly pool: number;
    readonly counterpart: string;
    readonly usd?: string;
  }

  function serveMarkets(jetton: number, pools: readonly ServedPool[]): void {
    const markets = pools.map(({ pool, counterpart, usd }) => ({
      counterpart,
      exchangeId: 'stonfi',
      poolAddress: addressOf(pool),
      type: 'JTN_MRKT_LINEAR',
      liquidity: usd === undefined ? {} : { usd: { value: usd, decimals: 0 } },
      price: {},
    }));
    const jettons = Object.fromEntries(
      [metadataOf(1, 'NOT'), metadataOf(2, '$USDT')].map((meta) => [meta.address, meta]),
    );
    const path = operations.getJettonMarkets.path.replace('{address}', encodeURIComponent(addressOf(jetton)));
    service.responders.set(path, (_, response) => sendJson(response, { markets, jettons, addressBook: {} }));
  }

  test('the pools of a pair are listed once, the most liquid first and those of unknown liquidity last', async () => {
    serveJettons(['NOT', '$USDT']);
    serveMarkets(1, [
      { pool: 5, counterpart: addressOf(2), usd: '10' },
      { pool: 6, counterpart: addressOf(2) },
      { pool: 7, counterpart: TON_ADDRESS, usd: '99' },
      { pool: 8, counterpart: addressOf(2), usd: '30' },
    ]);
    serveMarkets(2, [
      { pool: 8, counterpart: addressOf(1), usd: '30' },
      { pool: 5, counterpart: addressOf(1), usd: '10' },
    ]);
    const pools = await page.client.query(page.poolsOfPair(['not', 'usdt']));
    expect(pools.map(({ market }) => market.poolAddress)).toEqual([8, 5, 6].map(addressOf));
    expect(pools[0]).toMatchObject({
      quote: { address: addressOf(2), symbol: '$USDT' },
      quoteSymbol: '$USDT',
    });
  });

  test('a former name of the coin is a quote, for which no jetton is searched', async () => {
    serveJettons(['NOT']);
    serveMarkets(1, [{ pool: 7, counterpart: TON_ADDRESS, usd: '99' }]);
    const pools = await page.client.query(page.poolsOfPair(['ton', 'not']));
    expect(pools.map(({ quote, quoteSymbol }) => [quote, quoteSymbol])).toEqual([[undefined, 'GRAM']]);
    expect(service.requestedPaths).toHaveLength(2);
  });

  test('a pair sends at most eight requests, and a longer second side only those that are new', async () => {
    serveJettons(['AAA', 'AAAB', 'AAAC', 'AAAD', 'AAAE']);
    for (const jetton of [1, 2, 3, 4, 5]) serveMarkets(jetton, []);
    await page.client.query(page.poolsOfPair(['aaa', 'usd']));
    expect(service.requestedPaths.length).toBeLessThanOrEqual(8);
    const count = service.requestedPaths.length;
    await page.client.query(page.poolsOfPair(['aaa', 'usdt']));
    expect(service.requestedPaths.slice(count)).toEqual([LIST_PATH]);
  });

  test('a service without a search receives one request for it, then those for its list', async () => {
    serveJettons(['NOT', 'NOTE']);
    const found = await page.client.query(page.searchMarket('not'));
    expect(found.jettons.map(({ identity }) => identity.symbol)).toEqual(['NOT', 'NOTE']);
    expect(found.pools).toBeUndefined();
    await page.client.query(page.searchMarket('note'));
    expect(service.requestedPaths).toEqual([search.path, LIST_PATH, LIST_PATH]);
  });

  test('a service without a search receives no text that its filter rejects', async () => {
    serveJettons(['NO']);
    expect(await page.client.query(page.searchMarket('no'))).toEqual({ jettons: [], pools: undefined });
    expect(service.requestedPaths).toEqual([search.path]);
  });

  test('a connection that drops does not mean that the service has no search', async () => {
    serveJettons(['NOT']);
    service.responders.set(search.path, (request) => request.socket.destroy());
    await page.client.query(page.searchMarket('not'));
    service.responders.set(search.path, (_, response) => sendJson(response, { items: [] }));
    expect(await page.client.query(page.searchMarket('note'))).toEqual({ jettons: [], pools: [] });
  });
});
