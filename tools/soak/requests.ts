import { currencies, fiatCurrencies, orders } from '#contract/enums.ts';
import { sortFields } from '#contract/measures.ts';
import { Random } from '#testing/market/random.ts';

export interface SoakRequest {
  readonly path: string;
  readonly init?: RequestInit;
}

/** A jetton and one of its pools, if any. */
export interface Market {
  readonly address: string;
  readonly poolAddress: string | undefined;
}

const random = new Random(Date.now());

/** Throws if there are no items. */
export function pick<Item>(items: readonly Item[]): Item {
  return random.pick(items);
}

function post(path: string, body: object): SoakRequest {
  const headers = { 'content-type': 'application/json' };
  return { path, init: { method: 'POST', headers, body: JSON.stringify(body) } };
}

const randomList = () => ({ sort: pick(sortFields), order: pick(orders), limit: pick([20, 100]) });

/** Requests of dashboards, API clients, bots and health checks, including every operation. */
const requestTypes: readonly ((market: Market) => SoakRequest)[] = [
  () => post('/v1/jettons', { ...randomList(), excludeScam: pick([true, false]) }),
  () => post('/v1/jettons', { ...randomList(), search: pick(['ton', 'coin', 'dog', 'xyz']) }),
  () => post('/v1/jettons/metrics', { ...randomList(), currency: pick(currencies) }),
  () => post('/v1/jettons/stats', randomList()),
  () => ({ path: `/v1/jettons/stats?sort=${pick(sortFields)}&limit=20` }),
  () => ({ path: `/v1/jettons/trust-score?sort=${pick(sortFields)}` }),
  ({ address }) => post('/v1/jettons/price/change', { address: [address], currency: pick(currencies) }),
  ({ address }) => post('/v1/jettons/transactions/change', { address: [address] }),
  ({ address }) => ({ path: `/v1/jettons/transactions/change?address=${address}` }),
  ({ address }) => ({
    path: `/v1/jettons/trading-volume/change?address=${address}&currency=${pick(fiatCurrencies)}`,
  }),
  ({ address }) => ({ path: `/v1/jettons/${address}/price?currency=${pick(currencies)}` }),
  ({ address }) => ({ path: `/v1/jettons/${address}/holders` }),
  ({ address }) => ({ path: `/v1/jettons/${address}/markets?limit=100` }),
  (market) => poolRequest(market, 'liquidity'),
  (market) => poolRequest(market, 'stats'),
  (market) => poolRequest(market, 'price/ticks?limit=1000'),
  ({ address }) => ({ path: `/previews/${address}/price-week-${pick(['dark', 'light'])}.svg` }),
  ({ address }) => ({ path: `/social-card/${address}.png` }),
  ({ address }) => ({ path: `/jetton/${address}` }),
  () => ({ path: pick(['/', '/docs', '/openapi.json', '/status', '/healthz', '/watchlist', '/robots.txt']) }),
];

function poolRequest({ address, poolAddress }: Market, rest: string): SoakRequest {
  if (poolAddress === undefined) return { path: `/v1/jettons/${address}/markets` };
  return { path: `/v1/jettons/${address}/markets/${poolAddress}/${rest}` };
}

export function randomRequest(market: Market): SoakRequest {
  return pick(requestTypes)(market);
}

/** Returns the 20 jettons with the highest volume, each with its most liquid pool. */
export async function fetchMarkets(origin: string): Promise<readonly Market[]> {
  const { path, init } = post('/v1/jettons', { sort: 'volume24h', order: 'desc', limit: 20 });
  const { jettons } = (await (await fetch(origin + path, init)).json()) as {
    jettons: { metadata: { address: string } }[];
  };
  const pairs: Market[] = [];
  for (const { metadata } of jettons) {
    const response = await fetch(`${origin}/v1/jettons/${metadata.address}/markets?limit=1`);
    const { markets } = (await response.json()) as { markets: { poolAddress: string }[] };
    pairs.push({ address: metadata.address, poolAddress: markets[0]?.poolAddress });
  }
  return pairs;
}
