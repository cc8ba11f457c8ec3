import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Market } from '#contract/market.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import { jettonIdentity, nextCursor } from '#web/api/decoding/decode-jetton.ts';
import { identitiesOf } from '#web/api/decoding/identities.ts';

/** Filters of the markets list. */
export interface MarketFilters {
  readonly exchangeId?: string | undefined;
  readonly counterpart?: string | undefined;
  readonly poolAddress?: string | undefined;
}

export function jettonMarkets(address: string, filters: MarketFilters = {}) {
  const input = { address, limit: MAX_LIMIT, ...filters };
  return infiniteQueryOptions({
    queryKey: [operations.getJettonMarkets.name, input],
    meta: { isLarge: true },
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = await service.call(operations.getJettonMarkets, { ...input, cursor }, { signal });
      const trusted = trustedOrigins(await loadSettings());
      return {
        markets: page.markets,
        next: page.next,
        identities: identitiesOf(page.jettons, trusted),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    select: withoutRepeatedMarkets,
  });
}

/** A market that occurs again, because it moved down the list between two requests, keeps its first position. */
function withoutRepeatedMarkets<Page extends { readonly markets: readonly Market[] }>(
  data: InfiniteData<Page>,
): InfiniteData<Page> {
  const listed = new Set<string>();
  const isFirst = ({ poolAddress }: Market) => {
    if (listed.has(poolAddress)) return false;
    listed.add(poolAddress);
    return true;
  };
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, markets: page.markets.filter(isFirst) })),
  };
}

/** Query for the market of a jetton in one pool. Null if the pool does not trade the jetton. */
export function marketOfPool(address: string, poolAddress: string) {
  const input = { address, poolAddress, limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'one', input],
    queryFn: async ({ signal }) => {
      const page = await service.call(operations.getJettonMarkets, input, { signal });
      const trusted = trustedOrigins(await loadSettings());
      const [market] = page.markets;
      if (!market) return null;
      const meta = page.jettons[market.counterpart];
      return { market, counterpart: meta && jettonIdentity(meta, meta.image, trusted) };
    },
    refetchInterval: 15_000,
  });
}

export function marketLiquidity(address: string, poolAddress: string) {
  const input = { address, poolAddress };
  return queryOptions({
    queryKey: [operations.getJettonMarketLiquidity.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonMarketLiquidity, input, { signal }),
    refetchInterval: 15_000,
  });
}

export function marketStatistics(address: string, poolAddress: string) {
  const input = { address, poolAddress };
  return queryOptions({
    queryKey: [operations.getJettonMarketStatistics.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonMarketStatistics, input, { signal }),
    refetchInterval: 60_000,
  });
}
