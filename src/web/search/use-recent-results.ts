import { useQuery } from '@tanstack/react-query';
import { TON_ADDRESS } from '#contract/address.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { foundRecently } from './found-item.ts';
import { useRecentSearches } from './recent-searches.ts';
import { type SearchResult, useResults } from './use-results.ts';

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
