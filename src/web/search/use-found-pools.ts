import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { parsePair } from './parse-pair.ts';
import { deepestPools, type FoundPool, poolsOfPair } from './search-pools.ts';

const none: readonly FoundPool[] = [];

/**
 * Finds pools for a search text: those of a typed pair, otherwise the deepest ones of the first jetton found. Two words
 * are a pair only if no jetton has that name. `jettons` is undefined while those of the phrase are loading.
 */
export function useFoundPools(phrase: string, jettons: readonly ListedJetton[] | undefined) {
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
