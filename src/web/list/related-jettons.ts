import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Amount } from '#contract/amount.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import { decodeNamedJetton, decodePage, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons } from '#web/api/queries/list-requests.ts';
import { memoize } from '#web/kit/device/memoize.ts';
import {
  type Identified,
  isVerified,
  lookAlikeWarning,
  type Originals,
  verifiedOriginals,
} from '#web/untrusted/look-alike.ts';

const MAX_PAGES = 3;

/** Query for the verified jettons with the highest liquidity, the likely targets of imitation. */
export function verifiedJettons() {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'verified'],
    meta: { isLarge: true },
    queryFn: async ({ signal }) => {
      const jettons: Identified[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const { items, next } = await service.callAndDecode(
          operations.getJettons,
          { verification: ['JVS_VERIFIED'], sort: 'liquidityUsd', order: 'desc', limit: MAX_LIMIT, cursor },
          (body) => decodePage(body, 'jettons', decodeNamedJetton),
          { signal, priority: 'statistics' },
        );
        jettons.push(...items);
        cursor = next;
        pages += 1;
      } while (cursor !== undefined && pages < MAX_PAGES);
      return verifiedOriginals(jettons);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface AdminJettons {
  /** The liquidity of each in USD. */
  readonly liquidity: readonly (Amount | undefined)[];
  /** False if there are more than one page can contain, so that there are at least as many. */
  readonly isAll: boolean;
}

/** Query for the jettons of an admin. */
export function jettonsOfAdmin(admin: string) {
  return queryOptions({
    queryKey: [operations.getJettons.name, 'of admin', admin],
    queryFn: async ({ signal }): Promise<AdminJettons> => {
      const input = { admin: [admin], limit: MAX_LIMIT };
      const { items, next } = await fetchJettons(input, { signal, priority: 'statistics' });
      return { liquidity: items.map(({ liquidityUsd }) => liquidityUsd), isAll: next === undefined };
    },
    staleTime: 300_000,
  });
}

const NO_ORIGINALS = verifiedOriginals<Identified>([]);

/** Returns the likely targets of imitation. None while they are loading, or if they are not needed. */
export function useVerifiedOriginals(isNeeded = true): Originals {
  return useQuery({ ...verifiedJettons(), enabled: isNeeded }).data ?? NO_ORIGINALS;
}

/**
 * Returns a function for the warning of each of `jettons` that looks like another one of them, or like a likely target of
 * imitation. With `isChosen`, which is for jettons that somebody chose one by one, the targets are loaded.
 */
export function useLookAlikeWarnings(
  jettons: readonly ListedJetton[],
  isChosen: boolean,
): (jetton: ListedJetton) => string | undefined {
  const originals = useMemo(() => verifiedOriginals(jettons), [jettons]);
  const targets = useVerifiedOriginals(isChosen && !jettons.every(isVerified));
  return useMemo(
    () =>
      memoize(
        (jetton: ListedJetton) => lookAlikeWarning(jetton, originals) ?? lookAlikeWarning(jetton, targets),
      ),
    [originals, targets],
  );
}

/** Returns what a jetton imitates. Undefined if it is no imitation, or while that is not known. */
export function useLookAlikeWarning(jetton: ListedJetton | undefined): string | undefined {
  const originals = useVerifiedOriginals(jetton !== undefined);
  return jetton && lookAlikeWarning(jetton, originals);
}
