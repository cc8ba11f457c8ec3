import { useEffect, useEffectEvent } from 'react';
import type { FoundItem } from './found-item.ts';
import type { Search } from './use-search.ts';

/** Calls `onFound` once the jetton or pool at a pasted address is found, as if the user had picked it. */
export function usePastedAddress({ atAddress }: Search, onFound: (item: FoundItem) => void): void {
  const key = atAddress && `${atAddress.address} ${atAddress.poolAddress ?? ''}`;
  const pick = useEffectEvent(() => {
    if (atAddress) onFound(atAddress);
  });
  useEffect(() => {
    if (key !== undefined) pick();
  }, [key]);
}
