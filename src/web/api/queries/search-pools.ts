import { queryOptions } from '@tanstack/react-query';
import { TON_ADDRESS } from '#contract/address.ts';
import { compareAmounts } from '#contract/amount.ts';
import { foldCase } from '#contract/fold-case.ts';
import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import type { Market } from '#contract/market.ts';
import { coinNames } from '#contract/native-coin.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { jettonIdentity, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { symbolOf } from '#web/api/decoding/identities.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { service } from '#web/api/transport/service.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';
import { fetchMatches } from './search-jettons.ts';

/** A pool as a market of one of its jettons. */
export interface FoundPool {
  readonly jetton: ListedJetton;
  readonly market: Market;
  readonly quoteSymbol: string;
}

/** Pools shown in a list of results. */
const MAX_POOLS = 4;
/** Jettons of each side of a pair whose markets are requested. */
const MAX_JETTONS = 3;

/** Names of the coin that a typed pair can contain. */
const foldedCoinNames = coinNames(nativeCoin).map(foldCase);

/** Query for the most liquid pools of a jetton. */
export function deepestPools(jetton: ListedJetton) {
  const { address } = jetton.identity;
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'deepest', address],
    queryFn: ({ signal }) => fetchPools(jetton, MAX_POOLS, { signal, priority: 'metrics' }),
  });
}

/**
 * Query for the pools of a pair, most liquid first, in either order of its sides. Sends at most eight requests: a search
 * for each side, and the markets of the jettons found.
 */
export function poolsOfPair(sides: readonly [string, string]) {
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'of pair', ...sides],
    queryFn: async ({ signal }) => {
      const [first, second] = sides;
      const options = { signal, priority: 'metrics' } as const;
      const found = await Promise.all([
        poolsBetween(first, second, options),
        poolsBetween(second, first, options),
      ]);
      const byPool = new Map<string, FoundPool>();
      for (const pool of found.flat())
        if (!byPool.has(pool.market.poolAddress)) byPool.set(pool.market.poolAddress, pool);
      return [...byPool.values()].sort(byLiquidity).slice(0, MAX_POOLS);
    },
  });
}

async function poolsBetween(base: string, quote: string, options: CallOptions) {
  if ([...base].length < MIN_SEARCH_LENGTH || foldedCoinNames.includes(foldCase(base))) return [];
  const jettons = (await fetchMatches(base, options)).slice(0, MAX_JETTONS);
  const pools = await Promise.all(jettons.map((jetton) => fetchPools(jetton, MAX_LIMIT, options)));
  return pools.flat().filter(({ market, quoteSymbol }) => isQuotedIn(market, quoteSymbol, quote));
}

function isQuotedIn({ counterpart }: Market, symbol: string, typed: string): boolean {
  const prefix = foldCase(typed);
  const names = counterpart === TON_ADDRESS ? foldedCoinNames : [foldCase(symbol).replace(/^\$/, '')];
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
    quoteSymbol: symbolOf(market.counterpart, identities),
  }));
}

function byLiquidity(a: FoundPool, b: FoundPool): number {
  const [left, right] = [a.market.liquidity.usd, b.market.liquidity.usd];
  if (!left || !right) return Number(right !== undefined) - Number(left !== undefined);
  return compareAmounts(right, left);
}
