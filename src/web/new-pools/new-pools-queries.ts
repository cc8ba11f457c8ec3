import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import { getExchanges } from '#contract/exchanges.ts';
import type { Market } from '#contract/market.ts';
import { getNewPools, type NewPool, newPool } from '#contract/new-pools.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { asFields } from '#web/api/client/fields.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import {
  decodeListedJetton,
  decodePage,
  type ListedJetton,
  nextCursor,
} from '#web/api/decoding/decode-jetton.ts';
import { type Quote, quoteOf } from '#web/api/decoding/identities.ts';
import { fetchActivity } from '#web/api/queries/list-requests.ts';
import { type ByAddress, type DayChange, dayChangeOf } from '#web/api/queries/valuations.ts';
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
const ACTIVITY_POLL_MS = 30_000;

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

/** What a jetton did in 24 hours, in all its pools. */
export interface DayActivity {
  readonly volume: Amount | undefined;
  readonly change: DayChange | undefined;
}

/**
 * Query for what the jettons of pools did, in USD, repeated if `isLive`. Unknown if the plan excludes statistics. What
 * `loadedOf` returns of all of them is not requested at first.
 */
export function dayActivity(
  pools: readonly ListedPool[],
  isLive: boolean,
  loadedOf?: (address: string) => DayActivity | undefined,
) {
  const addresses = [...new Set(pools.map(({ jetton }) => jetton.identity.address))].slice(0, MAX_ADDRESSES);
  const loaded = addresses.flatMap((address) => {
    const activity = loadedOf?.(address);
    return activity ? [[address, activity] as const] : [];
  });
  return queryOptions({
    queryKey: [operations.getJettonStatisticsList.name, 'new', addresses],
    initialData: loaded.length === addresses.length && loadedOf ? () => new Map(loaded) : undefined,
    queryFn: async ({ signal }): Promise<ByAddress<DayActivity>> => {
      const found = await catchNotInPlan(fetchActivity(addresses, { signal, priority: 'statistics' }));
      const activityOf = (address: string) => (found === notInPlan ? undefined : found.get(address));
      return new Map(
        addresses.map((address) => {
          const one = activityOf(address);
          return [address, { volume: one?.volume.day?.current, change: one && dayChangeOf(one) }];
        }),
      );
    },
    enabled: addresses.length > 0,
    refetchInterval: isLive && ACTIVITY_POLL_MS,
    // Another new pool, for example, must not hide the others' values.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
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
