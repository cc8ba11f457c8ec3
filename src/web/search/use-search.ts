import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { parsePair } from '#contract/search.ts';
import { queue } from '#web/api/client/api-client.ts';
import { errorText } from '#web/api/client/error-text.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import type { DayChange } from '#web/api/queries/valuations.ts';
import { useDebounced } from '#web/kit/display/deferred.tsx';
import { searchLengthError } from '#web/list/list-filter.ts';
import {
  findPastedAddress,
  isMalformedAddress,
  MALFORMED_ADDRESS,
} from '#web/list/query/find-pasted-address.ts';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { pairWarning } from '#web/untrusted/look-alike.ts';
import {
  addRecentSearch,
  type FoundItem,
  foundCoin,
  foundJetton,
  foundPool,
  foundRecently,
  keyOf,
  useRecentSearches,
} from './found-item.ts';
import { isCoinSearch } from './match-search.ts';
import {
  dayChanges,
  deepestPools,
  type FoundPool,
  lookUpAddress,
  poolsOfPair,
  searchMarket,
} from './search-queries.ts';

const DEBOUNCE_MS = 200;

export interface Search {
  readonly results: readonly SearchResult[];
  /** The jetton or pool at a pasted address. */
  readonly atAddress: FoundItem | undefined;
  /** Why there are no current results. Empty if there are, or if nothing was searched for. */
  readonly message: string;
  /** Whether results are being loaded. Meanwhile, those of the previous text remain. */
  readonly isBusy: boolean;
  /**
   * Whether the first result for the current text is being loaded: `results` may start with one of an earlier text.
   * Never for an address, whose result needs no Enter (`usePastedAddress`).
   */
  readonly isFirstPending: boolean;
}

interface Found {
  readonly items: readonly FoundItem[];
  readonly isBusy: boolean;
  readonly isFirstPending: boolean;
  /** Message if nothing was found. */
  readonly emptyText: string;
  readonly error: Error | null | undefined;
}

/**
 * Searches jettons and pools by name, symbol, pair or address, after a pause in typing. Requests for a text that has
 * changed are canceled, and their late responses discarded.
 */
export function useSearch(
  { address, phrase, isMalformed }: SearchText,
  { onlyJettons = false } = {},
): Search {
  const byPhrase = useItemsByPhrase(phrase, onlyJettons);
  const atAddress = useItemsAtAddress(address, onlyJettons);
  const { items, isBusy, isFirstPending, emptyText, error } = address === undefined ? byPhrase : atAddress;
  const isOffline = useStore(queue.state, ({ status }) => status === 'offline');
  const results = useResults(items);
  return {
    results,
    atAddress: address === undefined ? undefined : items[0],
    isBusy,
    isFirstPending,
    message: messageOf(),
  };

  function messageOf(): string {
    if (isMalformed) return MALFORMED_ADDRESS;
    if (address === undefined && phrase === '') return '';
    const lengthError = address === undefined ? searchLengthError(phrase, 1) : undefined;
    if (lengthError !== undefined) return lengthError;
    if (isOffline && (isBusy || error)) return 'Offline. Search needs a connection';
    if (items.length > 0) return '';
    if (error) return errorText(error);
    if (isBusy) return address === undefined ? 'Searching…' : 'Looking up the address…';
    return emptyText;
  }
}

function isSearchable(phrase: string): boolean {
  return searchLengthError(phrase, 1) === undefined;
}

function useItemsByPhrase(current: string, onlyJettons: boolean): Found {
  const phrase = useDebounced(current, DEBOUNCE_MS);
  const isSearch = isSearchable(current) && isSearchable(phrase);
  const matches = useQuery({
    ...searchMarket(phrase),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const { jettons: data, pools: found } = (isSearch && matches.data) || {};
  // Pools are not searched for jettons of the previous text, which are shown meanwhile.
  const withPools = onlyJettons || matches.isPlaceholderData ? undefined : data;
  const pools = useFoundPools(
    isSearch && !onlyJettons && !found ? phrase : '',
    found ? undefined : withPools,
  );
  const coins = !onlyJettons && isCoinSearch(current) ? [foundCoin] : [];
  const areJettonsPending = phrase !== current || matches.isLoading || matches.isPlaceholderData;
  const isBusy = isSearchable(current) && (areJettonsPending || pools.isBusy);
  return {
    items: [
      ...coins,
      ...(data ?? []).map(foundJetton),
      ...(onlyJettons ? [] : (found ?? pools.found)).map(foundPool),
    ],
    isBusy,
    isFirstPending: isBusy && coins.length === 0 && (areJettonsPending || data?.length === 0),
    // Without a search, services find texts that their filter accepts.
    emptyText:
      (found ? undefined : searchLengthError(current)) ??
      `No ${onlyJettons ? 'jettons' : 'jettons or pools'} match “${current}”`,
    error: isSearch ? (matches.error ?? pools.error) : null,
  };
}

function useItemsAtAddress(address: string | undefined, onlyJettons: boolean): Found {
  const isCoin = address === TON_ADDRESS;
  const lookup = useQuery({ ...lookUpAddress(address ?? ''), enabled: address !== undefined && !isCoin });
  if (isCoin)
    return {
      items: onlyJettons ? [] : [foundCoin],
      isBusy: false,
      isFirstPending: false,
      emptyText: `${nativeCoin.symbol} is not a jetton`,
      error: null,
    };
  const { jettons = [], pools = [], canLookUpPools = true } = lookup.data ?? {};
  return {
    items: [...jettons.map(foundJetton), ...pools.map(foundPool)],
    isBusy: lookup.isLoading,
    isFirstPending: false,
    emptyText: canLookUpPools
      ? 'No jetton or pool at this address'
      : 'No jetton at this address. This service cannot look up pools',
    error: lookup.error,
  };
}

const none: readonly FoundPool[] = [];

/**
 * Finds pools for a search text: those of a typed pair, otherwise the deepest ones of the first jetton found. Two words
 * are a pair only if no jetton has that name. `jettons` is undefined while those of the phrase are loading.
 */
function useFoundPools(phrase: string, jettons: readonly ListedJetton[] | undefined) {
  const pair = parsePair(phrase);
  const isPair = pair !== undefined && (pair.isExplicit || jettons?.length === 0);
  const [first] = jettons ?? [];
  const ofPair = useQuery({
    ...poolsOfPair(pair?.sides ?? ['', '']),
    enabled: isPair,
    placeholderData: keepPreviousData,
  });
  const deepest = useQuery({
    queryKey: ['no pools'],
    queryFn: skipToken,
    ...(first && deepestPools(first)),
    enabled: !isPair && first !== undefined,
    placeholderData: keepPreviousData,
  });
  const request = isPair ? ofPair : deepest;
  const isRequested = isPair || first !== undefined;
  return {
    found: (isRequested && request.data) || none,
    isBusy: isRequested && (request.isLoading || request.isPlaceholderData),
    error: isRequested ? request.error : null,
  };
}

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

/** The meaning of a text in a search field. */
export interface SearchText {
  /** In a pasted text: the jetton or pool to find. */
  readonly address: RawAddress | undefined;
  /** Part of a name or symbol, or a pair. Empty if there is nothing to search for. */
  readonly phrase: string;
  /** Whether the text is an address with a typo or of another network. */
  readonly isMalformed: boolean;
}

/** Interprets the text of a field that accepts names and addresses, but no filters. */
export function searchTextOf(text: string): SearchText {
  const address = findPastedAddress(text);
  const trimmed = text.trim();
  const isMalformed = isMalformedAddress(trimmed);
  return { address, phrase: address === undefined && !isMalformed ? trimmed : '', isMalformed };
}

/** A result with the values that are loaded after it. */
export interface SearchResult extends FoundItem {
  readonly key: string;
  /** Price change of the jetton over 24 hours in USD. Null if unknown. Undefined while loading, and for pools and the native coin. */
  readonly change: DayChange | null | undefined;
  /** Why the jetton may be an imitation. */
  readonly warning: string | undefined;
}

/** Adds price changes and warnings to search results. */
function useResults(found: readonly FoundItem[]): readonly SearchResult[] {
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
export function useOpenResult(): (item: FoundItem, replace?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (item, replace = false) => {
      addRecentSearch(item);
      const address = toUserFriendly(item.address);
      if (item.poolAddress === undefined)
        void navigate({ to: '/jetton/$address', params: { address }, replace });
      else
        void navigate({
          to: '/jetton/$address/pool/$poolAddress',
          params: { address, poolAddress: toUserFriendly(item.poolAddress) },
          replace,
        });
    },
    [navigate],
  );
}
