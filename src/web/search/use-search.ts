import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { TON_ADDRESS } from '#contract/address.ts';
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { lookUpAddress } from '#web/api/queries/look-up-address.ts';
import { searchJettons } from '#web/api/queries/search-jettons.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import { queue } from '#web/api/transport/service.ts';
import { isCoinSearch } from '#web/lib/text/is-coin-search.ts';
import { type FoundItem, foundCoin, foundJetton, foundPool } from './found-item.ts';
import type { SearchText } from './search-text.ts';
import { useDebounced } from './use-debounced.ts';
import { useFoundPools } from './use-found-pools.ts';
import { type SearchResult, useResults } from './use-results.ts';

const DEBOUNCE_MS = 200;

export interface Search {
  readonly results: readonly SearchResult[];
  /** The jetton or pool at a pasted address. */
  readonly atAddress: FoundItem | undefined;
  /** Why there are no current results. Empty if there are, or if nothing was searched for. */
  readonly message: string;
  /** Whether results are being loaded. Meanwhile, those of the previous text remain. */
  readonly isBusy: boolean;
}

interface Found {
  readonly items: readonly FoundItem[];
  readonly isBusy: boolean;
  readonly error: Error | null | undefined;
}

/**
 * Searches jettons and pools by name, symbol, pair or address, after a pause in typing. Requests for a text that has
 * changed are canceled, and their late responses discarded.
 */
export function useSearch({ address, phrase }: SearchText, { onlyJettons = false } = {}): Search {
  const byPhrase = useItemsByPhrase(phrase, onlyJettons);
  const atAddress = useItemsAtAddress(address);
  const { items, isBusy, error } = address === undefined ? byPhrase : atAddress;
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  const results = useResults(items);
  return {
    results,
    atAddress: address === undefined ? undefined : items[0],
    isBusy,
    message: messageOf(),
  };

  function messageOf(): string {
    if (address === undefined && phrase === '') return '';
    const lengthMessage = address === undefined ? invalidLength(phrase) : undefined;
    if (lengthMessage !== undefined) return lengthMessage;
    if (isOffline && (isBusy || error)) return 'Offline. Search needs a connection';
    if (items.length > 0) return '';
    if (error) return errorText(error);
    if (isBusy) return address === undefined ? 'Searching…' : 'Looking up the address…';
    if (address !== undefined) return 'No jetton or pool at this address';
    return `No ${onlyJettons ? 'jettons' : 'jettons or pools'} match “${phrase}”`;
  }
}

function invalidLength(phrase: string): string | undefined {
  const { length } = [...phrase];
  if (length < MIN_SEARCH_LENGTH) return `Type at least ${MIN_SEARCH_LENGTH} characters to search`;
  return length > MAX_SEARCH_LENGTH ? `Search is limited to ${MAX_SEARCH_LENGTH} characters` : undefined;
}

function isSearchable(phrase: string): boolean {
  return phrase !== '' && invalidLength(phrase) === undefined;
}

function useItemsByPhrase(current: string, onlyJettons: boolean): Found {
  const phrase = useDebounced(current, DEBOUNCE_MS);
  const isSearch = isSearchable(current) && isSearchable(phrase);
  const jettons = useQuery({
    ...searchJettons(phrase),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const data = isSearch ? jettons.data : undefined;
  const pools = useFoundPools(isSearch && !onlyJettons ? phrase : '', onlyJettons ? undefined : data);
  return {
    items: [
      ...(!onlyJettons && isCoinSearch(current) ? [foundCoin] : []),
      ...(data ?? []).map(foundJetton),
      ...pools.found.map(foundPool),
    ],
    isBusy:
      isSearchable(current) &&
      (phrase !== current || jettons.isLoading || jettons.isPlaceholderData || pools.isBusy),
    error: isSearch ? (jettons.error ?? pools.error) : null,
  };
}

function useItemsAtAddress(address: string | undefined): Found {
  const isCoin = address === TON_ADDRESS;
  const lookup = useQuery({ ...lookUpAddress(address ?? ''), enabled: address !== undefined && !isCoin });
  if (isCoin) return { items: [foundCoin], isBusy: false, error: null };
  const { jettons = [], pools = [] } = lookup.data ?? {};
  return {
    items: [...jettons.map(foundJetton), ...pools.map(foundPool)],
    isBusy: lookup.isLoading,
    error: lookup.error,
  };
}
