import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { decodeJettonDetails, type JettonDetails, jettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { decodePage } from '#web/api/decoding/decode-page.ts';
import { createPage, type JettonPage } from '#web/api/decoding/jetton-page.ts';
import { fillExplorerTemplate } from '#web/api/transport/explorer-template.ts';
import { service } from '#web/api/transport/service.ts';
import { loadSettings, trustedOrigins } from '#web/api/transport/settings.ts';
import { safeLink } from '#web/lib/text/safe-link.ts';
import { fetchJettons } from './requests.ts';

type Filter = Omit<JettonListFilterInput, 'cursor'>;

/** An absent or empty `next` is the end; so is the same again, which would never end. */
function nextCursor(
  { next }: { readonly next?: string | undefined },
  _: unknown,
  cursor: string | undefined,
): string | undefined {
  return next === cursor ? undefined : next || undefined;
}

/**
 * Keys are the operation's name and its input: equal questions are asked once. The list is never fetched again by
 * itself: with many pages loaded that would be as many requests, and rows would move under the reader.
 */
export function jettonList(filter: Filter) {
  const input = { limit: MAX_LIMIT, ...filter };
  return infiniteQueryOptions({
    queryKey: [operations.getJettons.name, input],
    queryFn: async ({ pageParam: cursor, signal }): Promise<JettonPage> => {
      const { items, next } = await fetchJettons({ ...input, cursor }, { signal, priority: 'list' });
      return createPage(items, next);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all loaded rows whenever a page comes would take longer than the page.
    structuralSharing: false,
  });
}

/** The list's record of one jetton, whatever it is marked as; null where there is none, as of TON itself. */
export function jettonByAddress(address: string) {
  const input = { address: [address], limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettons.name, 'one', address],
    queryFn: async ({ signal }): Promise<JettonDetails | null> => {
      const own = trustedOrigins(await loadSettings());
      const read = (body: unknown) => decodePage(body, 'jettons', (item) => decodeJettonDetails(item, own));
      const { items } = await service.callAndDecode(operations.getJettons, input, read, { signal });
      return items[0] ?? null;
    },
    staleTime: 300_000,
  });
}

/** What the markets of a jetton can be cut down to. */
export interface MarketFilters {
  readonly exchangeId?: string | undefined;
  readonly counterpart?: string | undefined;
  readonly poolAddress?: string | undefined;
}

export function jettonMarkets(address: string, filters: MarketFilters = {}) {
  const input = { address, limit: MAX_LIMIT, ...filters };
  return infiniteQueryOptions({
    queryKey: [operations.getJettonMarkets.name, input],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = await service.call(operations.getJettonMarkets, { ...input, cursor }, { signal });
      const own = trustedOrigins(await loadSettings());
      const identities = Object.values(page.jettons).map((meta) => jettonIdentity(meta, meta.image, own));
      return {
        markets: page.markets,
        next: page.next,
        identities: new Map(identities.map((identity) => [identity.address, identity])),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}

/** One market of a jetton, by its pool; null where that pool does not trade it. */
export function marketOfPool(address: string, poolAddress: string) {
  const input = { address, poolAddress, limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettonMarkets.name, 'one', input],
    queryFn: async ({ signal }) => {
      const page = await service.call(operations.getJettonMarkets, input, { signal });
      const own = trustedOrigins(await loadSettings());
      const [market] = page.markets;
      if (!market) return null;
      const meta = page.jettons[market.counterpart];
      return { market, counterpart: meta && jettonIdentity(meta, meta.image, own) };
    },
    refetchInterval: 15_000,
  });
}

export function marketLiquidity(address: string, poolAddress: string) {
  const input = { address, poolAddress };
  return queryOptions({
    queryKey: [operations.getJettonMarketLiquidity.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonMarketLiquidity, input, { signal }),
    refetchInterval: 15_000,
  });
}

export function marketStatistics(address: string, poolAddress: string) {
  const input = { address, poolAddress };
  return queryOptions({
    queryKey: [operations.getJettonMarketStatistics.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonMarketStatistics, input, { signal }),
  });
}

/** Where the settings' explorer shows an address. */
export function explorerLink(address: string) {
  return queryOptions({
    queryKey: ['explorer', address],
    queryFn: async () => safeLink(fillExplorerTemplate((await loadSettings()).explorer, address)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Where the numbers come from; a service without it says nothing. */
export function serviceStatus() {
  return queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => service.fetchStatus(signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
