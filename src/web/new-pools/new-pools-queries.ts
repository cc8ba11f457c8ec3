import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getExchanges } from '#contract/exchanges.ts';
import type { Market } from '#contract/market.ts';
import { getNewPools, type NewPool, newPool } from '#contract/new-pools.ts';
import { service } from '#web/api/client/api-client.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { asFields } from '#web/api/client/fields.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import {
  decodeListedJetton,
  decodePage,
  type ListedJetton,
  nextCursor,
} from '#web/api/decoding/decode-jetton.ts';
import { type Quote, quoteOf } from '#web/api/decoding/identities.ts';
import type { NewPoolsFilter } from './new-pools-link.ts';

export interface ListedPool extends Quote {
  readonly jetton: ListedJetton;
  readonly market: Market;
  readonly firstTickAt: string;
  readonly firstBuyers: NewPool['firstBuyers'];
}

interface PoolPage {
  readonly items: readonly ListedPool[];
  readonly next: string | undefined;
}

const PAGE_SIZE = 50;
export const POLLED_POOLS = 20;
const POLL_MS = 10_000;

async function fetchNewPools(
  { exchange, liquidity, trust, show }: NewPoolsFilter,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  options: CallOptions,
): Promise<PoolPage> {
  const input = {
    ...page,
    exchangeId: exchange,
    ...(show === undefined && { excludeScam: true }),
    ...(show === 'verified' && { verification: ['JVS_VERIFIED' as const] }),
    ...(liquidity && { liquidity: { usd: { min: { value: liquidity } } } }),
    ...(trust && { trustScore: { min: trust } }),
  };
  const trusted = trustedOrigins(await loadSettings());
  const body = await service.fetchExtension(getNewPools, input, options);
  return decodePage(body, 'items', (item) => decodeNewPool(item, trusted));
}

/** Decodes an item of getNewPools. Returns undefined if it is not valid. */
function decodeNewPool(item: unknown, trusted: readonly string[]): ListedPool | undefined {
  const jetton = decodeListedJetton(asFields(item).jetton, trusted);
  const { data } = newPool.safeParse(item);
  if (!jetton || !data) return undefined;
  const { market, counterpart, firstTickAt, firstBuyers } = data;
  return { jetton, market, ...quoteOf(market, counterpart), firstTickAt, firstBuyers };
}

/** Query for the pools that existed when it was first sent, newest first. */
export function newPools(filter: NewPoolsFilter) {
  return infiniteQueryOptions({
    queryKey: [getNewPools.name, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchNewPools(filter, { limit: PAGE_SIZE, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });
}

/** Query for the newest pools, repeated every few seconds if `isLive`. */
export function latestPools(filter: NewPoolsFilter, isLive: boolean) {
  return queryOptions({
    queryKey: [getNewPools.name, 'latest', filter],
    queryFn: ({ signal }) => fetchNewPools(filter, { limit: POLLED_POOLS }, { signal, priority: 'live' }),
    enabled: isLive,
    refetchInterval: POLL_MS,
    retry: false,
    gcTime: 0,
  });
}

/** Query for the ids of the exchanges that have pools. */
export function exchangesWithPools() {
  return queryOptions({
    queryKey: [getExchanges.name],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { exchanges } = await callExtension(getExchanges, {}, { signal, priority: 'statistics' });
      return exchanges.filter(({ pools }) => pools > 0).map(({ exchangeId }) => exchangeId);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Identifies a pool as a market of a jetton. */
export function poolKey({ jetton, market }: ListedPool): string {
  return `${jetton.identity.address} ${market.poolAddress}`;
}
