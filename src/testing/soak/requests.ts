import { currencies, fiatCurrencies, orders, sortFields } from '#contract/enums.ts';

export interface SoakRequest {
  readonly path: string;
  readonly init?: RequestInit;
}

/** A jetton of the service and one of its pools, for requests about them. */
export interface Subject {
  readonly address: string;
  readonly poolAddress: string | undefined;
}

export function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

function post(path: string, body: object): SoakRequest {
  const headers = { 'content-type': 'application/json' };
  return { path, init: { method: 'POST', headers, body: JSON.stringify(body) } };
}

const listed = () => ({ sort: pick(sortFields), order: pick(orders), limit: pick([20, 100]) });

/** What dashboards, API clients, bots and probes ask for; every operation is among it. */
const kinds: readonly ((subject: Subject) => SoakRequest)[] = [
  () => post('/v1/jettons', { ...listed(), excludeScam: pick([true, false]) }),
  () => post('/v1/jettons', { ...listed(), search: pick(['ton', 'coin', 'dog', 'xyz']) }),
  () => post('/v1/jettons/metrics', { ...listed(), currency: pick(currencies) }),
  () => post('/v1/jettons/stats', listed()),
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
  (subject) => ofPool(subject, 'liquidity'),
  (subject) => ofPool(subject, 'stats'),
  (subject) => ofPool(subject, 'price/ticks?limit=1000'),
  ({ address }) => ({ path: `/previews/${address}/price-week-${pick(['dark', 'light'])}.svg` }),
  ({ address }) => ({ path: `/social-card/${address}.png` }),
  ({ address }) => ({ path: `/jetton/${address}` }),
  () => ({ path: pick(['/', '/docs', '/openapi.json', '/status', '/healthz', '/watchlist', '/robots.txt']) }),
];

function ofPool({ address, poolAddress }: Subject, rest: string): SoakRequest {
  if (poolAddress === undefined) return { path: `/v1/jettons/${address}/markets` };
  return { path: `/v1/jettons/${address}/markets/${poolAddress}/${rest}` };
}

export function randomRequest(subject: Subject): SoakRequest {
  return pick(kinds)(subject);
}

/** Some traded jettons of a service, each with its deepest pool. */
export async function subjectsOf(origin: string): Promise<readonly Subject[]> {
  const { path, init } = post('/v1/jettons', { sort: 'volume24h', order: 'desc', limit: 20 });
  const { jettons } = (await (await fetch(origin + path, init)).json()) as {
    jettons: { metadata: { address: string } }[];
  };
  const subjects: Subject[] = [];
  for (const { metadata } of jettons) {
    const response = await fetch(`${origin}/v1/jettons/${metadata.address}/markets?limit=1`);
    const { markets } = (await response.json()) as { markets: { poolAddress: string }[] };
    subjects.push({ address: metadata.address, poolAddress: markets[0]?.poolAddress });
  }
  return subjects;
}
