import { environmentManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { search } from '#contract/search.ts';
import { FakeService, sendJson } from './service/fake-service.ts';
import { pageModules } from './service/page-modules.ts';

const LIST_PATH = operations.getJettons.path;

let service: FakeService;
let page: Awaited<ReturnType<typeof pageModules>>;

beforeEach(async () => {
  environmentManager.setIsServer(() => false);
  service = new FakeService();
  await service.listen();
  page = await pageModules({ baseUrl: service.baseUrl, requestsPerSecond: 100 });
});
afterEach(async () => {
  page.client.clear();
  vi.unstubAllGlobals();
  await service.close();
});

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
  expect(pools[0]).toMatchObject({ quote: { address: addressOf(2), symbol: '$USDT' }, quoteSymbol: '$USDT' });
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
