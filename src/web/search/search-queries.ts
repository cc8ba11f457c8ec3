import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { TON_ADDRESS } from '#contract/address.ts';
import { byLiquidity, type Market } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { search, searchItem } from '#contract/search.ts';
import { service } from '#web/api/client/api-client.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { isMissingEndpoint, UnreachableEndpointError } from '#web/api/client/errors.ts';
import { asFields, type Fields } from '#web/api/client/fields.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import {
  decodeListedJetton,
  decodePage,
  jettonIdentity,
  type ListedJetton,
} from '#web/api/decoding/decode-jetton.ts';
import { type Quote, quoteOf, quoteSymbolOf, symbolOf } from '#web/api/decoding/identities.ts';
import { fetchActivity, fetchJettons } from '#web/api/queries/list-requests.ts';
import { marketOfPool } from '#web/api/queries/markets.ts';
import { type DayChange, dayChangeOf } from '#web/api/queries/valuations.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { searchLengthError } from '#web/list/list-filter.ts';
import { foldedCoinNames } from '#web/money/native-coin.ts';
import { foldSymbol, rankMatches } from './match-search.ts';

/** A pool as a market of one of its jettons. */
export interface FoundPool extends Quote {
  readonly jetton: ListedJetton;
  readonly market: Market;
}

/** Pools shown in a list of results. */
const MAX_POOLS = 4;
/** Jettons of each side of a pair whose markets are requested. */
const MAX_JETTONS = 3;

/** Query for the most liquid pools of a jetton; by default, as many as a list of results shows. */
export function deepestPools(jetton: ListedJetton, limit = MAX_POOLS) {
  const { address } = jetton.identity;
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'deepest', address, limit],
    queryFn: ({ signal }) => fetchPools(jetton, limit, { signal, priority: 'valuations' }),
  });
}

/**
 * Query for the pools of a pair, most liquid first, in either order of its sides. Sends at most eight requests: a search
 * for each side, and the markets of the jettons found, which are cached separately.
 */
export function poolsOfPair(sides: readonly [string, string]) {
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'of pair', ...sides],
    queryFn: async ({ client, signal }) => {
      const [first, second] = sides;
      const found = await Promise.all([
        poolsBetween(client, first, second, signal),
        poolsBetween(client, second, first, signal),
      ]);
      const byPool = new Map<string, FoundPool>();
      for (const pool of found.flat())
        if (!byPool.has(pool.market.poolAddress)) byPool.set(pool.market.poolAddress, pool);
      return [...byPool.values()].sort((a, b) => byLiquidity(a.market, b.market)).slice(0, MAX_POOLS);
    },
  });
}

async function poolsBetween(client: QueryClient, base: string, quote: string, signal: AbortSignal) {
  if (foldedCoinNames().includes(foldSymbol(base))) return [];
  const jettons = (await client.fetchQuery(searchJettons(base))).slice(0, MAX_JETTONS);
  signal.throwIfAborted();
  const pools = await Promise.all(
    jettons.map((jetton) => client.fetchQuery(deepestPools(jetton, MAX_LIMIT))),
  );
  return pools.flat().filter(({ market, quoteSymbol }) => isQuotedIn(market, quoteSymbol, quote));
}

function isQuotedIn({ counterpart }: Market, symbol: string, typed: string): boolean {
  const prefix = foldSymbol(typed);
  const names = counterpart === TON_ADDRESS ? foldedCoinNames() : [foldSymbol(symbol)];
  return names.some((name) => name.startsWith(prefix));
}

/** Fetches the markets of a jetton, most liquid first (operation 12). */
async function fetchPools(jetton: ListedJetton, limit: number, options: CallOptions): Promise<FoundPool[]> {
  const input = { address: jetton.identity.address, limit };
  const { markets, jettons } = await service.call(operations.getJettonMarkets, input, options);
  const identities = new Map(
    Object.values(jettons).map((meta) => [meta.address, jettonIdentity(meta, undefined, [])]),
  );
  return markets.map((market) => ({
    jetton,
    market,
    quote: identities.get(market.counterpart),
    quoteSymbol: symbolOf(market.counterpart, identities),
  }));
}

export interface AddressMatches {
  readonly jettons: readonly ListedJetton[];
  readonly pools: readonly FoundPool[];
  /** Whether the service can find a pool by its address. */
  readonly canLookUpPools: boolean;
}

/** Query for the jetton or the pool at a raw address. */
export function lookUpAddress(address: string) {
  return queryOptions({
    queryKey: ['at address', address],
    queryFn: async ({ client, signal }): Promise<AddressMatches> => {
      const jetton = await client.fetchQuery(jettonByAddress(address));
      if (jetton) return { jettons: [jetton], pools: [], canLookUpPools: true };
      const poolJettons = await fetchPoolJettons(address, signal);
      if (poolJettons === undefined) return { jettons: [], pools: [], canLookUpPools: false };
      const [first] = poolJettons;
      const pool = first === undefined ? undefined : await fetchPool(client, first, address);
      return { jettons: [], pools: pool ? [pool] : [], canLookUpPools: true };
    },
  });
}

/** Returns no jettons for an unknown pool, and undefined if the service cannot look up pools. */
async function fetchPoolJettons(
  poolAddress: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    return (await service.fetchPoolJettons(poolAddress, signal)).jettons;
  } catch (error) {
    if (isMissingEndpoint(error)) return undefined;
    throw error;
  }
}

async function fetchPool(client: QueryClient, address: string, poolAddress: string) {
  const [jetton, found] = await Promise.all([
    client.fetchQuery(jettonByAddress(address)),
    client.fetchQuery(marketOfPool(address, poolAddress)),
  ]);
  if (!jetton || !found) return undefined;
  const { market, counterpart } = found;
  return { jetton, market, quote: counterpart, quoteSymbol: quoteSymbolOf(market.counterpart, counterpart) };
}

const MAX_RESULTS = 6;

/** What a service found for a text. */
export interface Matches {
  readonly jettons: readonly ListedJetton[];
  /** Undefined if the service has no search, so that pools are found by the markets of jettons. */
  readonly pools: readonly FoundPool[] | undefined;
}

/** Query for what users mean by a text, best first. Includes scam, which is labeled. */
export function searchMarket(text: string) {
  return queryOptions({
    queryKey: [search.name, text],
    queryFn: async ({ client, signal }): Promise<Matches> =>
      (await fetchMatches(text, signal)) ?? {
        jettons: await client.fetchQuery(searchJettons(text)),
        pools: undefined,
      },
  });
}

/** Whether the service has no search. Another service loads the page anew. */
let hasNoSearch = false;

/** Returns undefined if the service has no search. */
async function fetchMatches(text: string, signal: AbortSignal): Promise<Matches | undefined> {
  if (hasNoSearch) return undefined;
  try {
    const trusted = trustedOrigins(await loadSettings());
    const body = await service.fetchExtension(search, { q: text, limit: MAX_RESULTS }, { signal });
    const { items } = decodePage(body, 'items', (item) => decodeMatch(asFields(item), trusted));
    return {
      jettons: items.filter((item) => 'identity' in item),
      pools: items.filter((item) => 'market' in item),
    };
  } catch (error) {
    hasNoSearch = isMissingEndpoint(error);
    if (hasNoSearch || error instanceof UnreachableEndpointError) return undefined;
    throw error;
  }
}

/** Decodes an item of the search. Returns undefined without a valid jetton. */
function decodeMatch(item: Fields, trusted: readonly string[]): ListedJetton | FoundPool | undefined {
  const jetton = decodeListedJetton(item.jetton, trusted);
  if (!jetton || item.market === undefined) return jetton;
  const { data } = searchItem.safeParse(item);
  if (!data?.market) return undefined;
  const { market, counterpart } = data;
  return { jetton, market, ...quoteOf(market, counterpart) };
}

/** Requested matches, those with the highest volume. The best of them are returned. */
const MAX_MATCHES = 30;

/**
 * Query for the jettons whose name or symbol contains the text: the best matches among those with the highest volume. For
 * services without a search.
 */
export function searchJettons(text: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'search', text],
    queryFn: async ({ signal }): Promise<readonly ListedJetton[]> => {
      if (searchLengthError(text) !== undefined) return [];
      const filter = { search: text, sort: 'volume24h', order: 'desc', limit: MAX_MATCHES } as const;
      const { items } = await fetchJettons(filter, { signal, priority: 'list' });
      return rankMatches(items, text).slice(0, MAX_RESULTS);
    },
  });
}

/** Query for the price changes of jettons over 24 hours in USD. Empty if the plan excludes statistics. */
export function dayChanges(addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['day changes', addresses],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, DayChange>> => {
      const activity = await catchNotInPlan(fetchActivity(addresses, { signal, priority: 'statistics' }));
      if (activity === notInPlan) return new Map();
      return new Map(
        [...activity].flatMap(([address, one]) => {
          const change = dayChangeOf(one);
          return change ? [[address, change] as const] : [];
        }),
      );
    },
  });
}
