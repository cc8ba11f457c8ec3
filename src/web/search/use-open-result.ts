import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { FoundItem } from './found-item.ts';
import { addRecentSearch } from './recent-searches.ts';

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
