import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import type { Market } from '#contract/market.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import { jettonMarkets, marketOfPool } from '#web/api/queries/queries.ts';

export interface OtherPool {
  readonly poolAddress: string;
  /** Undefined where no more than the address is known. */
  readonly market: Market | undefined;
}

/** The markets of a jetton besides one, as far as they are loaded; those that are laid over it are always among them. */
export function useOtherPools(address: string, poolAddress: string, others: readonly string[]) {
  const list = useInfiniteQuery(jettonMarkets(address));
  const pages = list.data?.pages ?? [];
  const listed = pages
    .flatMap((page) => page.markets)
    .filter((market) => market.poolAddress !== poolAddress)
    .map((market): OtherPool => ({ poolAddress: market.poolAddress, market }));
  const far = list.isPending
    ? []
    : others.filter((pool) => !listed.some((known) => known.poolAddress === pool));
  const found = useQueries({
    queries: far.map((pool) => ({ ...marketOfPool(address, pool), refetchInterval: false as const })),
  });
  const faces: Identities = new Map([
    ...pages.flatMap((page) => [...page.identities]),
    ...found.flatMap(({ data }) =>
      data?.counterpart ? [[data.counterpart.address, data.counterpart] as const] : [],
    ),
  ]);
  const farPools = far.map(
    (pool, index): OtherPool => ({ poolAddress: pool, market: found[index]?.data?.market }),
  );
  return { list, listed, far: farPools, faces };
}

/** What tells a pool from the others of its jetton. */
export function poolName({ poolAddress, market }: OtherPool, faces: Identities): string {
  if (!market) return shortenAddress(toUserFriendly(poolAddress));
  return `${symbolOf(market.counterpart, faces)} on ${sanitizeText(market.exchangeId)}`;
}
