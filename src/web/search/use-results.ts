import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { pairWarning } from '#web/untrusted/look-alike.ts';
import { addRecentSearch, type FoundItem, foundRecently, keyOf, useRecentSearches } from './found-item.ts';
import { dayChanges } from './search-queries.ts';

/** A result with the values that are loaded after it. */
export interface SearchResult extends FoundItem {
  readonly key: string;
  /**
   * Price change of the jetton over 24 hours in USD, in percent. Null if unknown. Undefined while loading, and for pools
   * and the native coin.
   */
  readonly change: number | null | undefined;
  /** Why the jetton may be an imitation. */
  readonly warning: string | undefined;
}

/** Adds price changes and warnings to search results. */
export function useResults(found: readonly FoundItem[]): readonly SearchResult[] {
  const jettons = found.flatMap(({ jetton }) => jetton ?? []);
  const addresses = [...new Set(jettons.map(({ identity }) => identity.address))];
  const hasJettons = addresses.length > 0;
  const changes = useQuery({
    ...dayChanges(addresses),
    enabled: hasJettons,
    placeholderData: keepPreviousData,
  });
  const coin = useQuery({
    ...jettonPrice(TON_ADDRESS, 'usd'),
    enabled: found.some(({ address }) => address === TON_ADDRESS),
  });
  const originals = useVerifiedOriginals(hasJettons);
  const changeOf = ({ address, poolAddress }: FoundItem) => {
    // The change of the jetton's price is not that of the price in one pool.
    if (poolAddress !== undefined || address === TON_ADDRESS || !changes.data) return undefined;
    return changes.data.get(address) ?? (changes.isPlaceholderData ? undefined : null);
  };
  return found.map((item) => ({
    ...item,
    key: keyOf(item),
    price: item.address === TON_ADDRESS ? coin.data?.usd?.price : item.price,
    change: changeOf(item),
    warning: pairWarning(item, originals),
  }));
}

/** Returns the results that were opened on this device, latest first, with the current values of jettons. */
export function useRecentResults(isShown: boolean): readonly SearchResult[] {
  const recent = useRecentSearches((stored) => stored.recent);
  const shown = isShown ? recent : [];
  const addresses = [...new Set(shown.map(({ address }) => address))].filter(
    (address) => address !== TON_ADDRESS,
  );
  const { data } = useQuery({ ...comparedJettons(addresses), enabled: addresses.length > 0 });
  return useResults(shown.map((search) => foundRecently(search, data?.get(search.address))));
}

/** Returns a function that opens the page of a search result and adds it to the recent searches. */
export function useOpenResult(): (item: FoundItem) => void {
  const navigate = useNavigate();
  return useCallback(
    (item) => {
      addRecentSearch(item);
      const address = toUserFriendly(item.address);
      if (item.poolAddress === undefined) void navigate({ to: '/jetton/$address', params: { address } });
      else
        void navigate({
          to: '/jetton/$address/pool/$poolAddress',
          params: { address, poolAddress: toUserFriendly(item.poolAddress) },
        });
    },
    [navigate],
  );
}
