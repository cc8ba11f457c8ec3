import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { Market } from '#contract/market.ts';
import { type Identities, marketName } from '#web/api/decoding/identities.ts';
import { jettonMarkets, marketOfPool } from '#web/list/jetton-queries.ts';

export interface OtherPool {
  readonly poolAddress: string;
  /** Undefined until it is loaded. */
  readonly market: Market | undefined;
}

/**
 * Returns a jetton's loaded markets other than the pool: `listed` in the order of the list, and `unlisted`, overlaid
 * pools that are not in the loaded pages.
 */
export function useOtherPools(address: string, poolAddress: string, overlays: readonly string[]) {
  const list = useInfiniteQuery(jettonMarkets(address));
  const pages = list.data?.pages ?? [];
  const listed = pages
    .flatMap((page) => page.markets)
    .filter((market) => market.poolAddress !== poolAddress)
    .map((market): OtherPool => ({ poolAddress: market.poolAddress, market }));
  const unlistedAddresses = list.isPending
    ? []
    : overlays.filter((address) => !listed.some((pool) => pool.poolAddress === address));
  const results = useQueries({
    queries: unlistedAddresses.map((pool) => ({
      ...marketOfPool(address, pool),
      refetchInterval: false as const,
    })),
  });
  const identities: Identities = new Map([
    ...pages.flatMap((page) => [...page.identities]),
    ...results.flatMap(({ data }) =>
      data?.counterpart ? [[data.counterpart.address, data.counterpart] as const] : [],
    ),
  ]);
  const unlisted = unlistedAddresses.map(
    (pool, index): OtherPool => ({ poolAddress: pool, market: results[index]?.data?.market }),
  );
  return { list, listed, unlisted, identities };
}

/** Returns a name that distinguishes a pool from the jetton's other pools. */
export function poolName({ poolAddress, market }: OtherPool, identities: Identities): string {
  return market ? marketName(market, identities) : shortenAddress(toUserFriendly(poolAddress));
}
