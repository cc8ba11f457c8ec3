import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { hasEmbedded } from '#web/api/client/embedded-responses.ts';
import { fetchServiceTime } from '#web/api/client/service-status.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import {
  createPage,
  decodeJettonDetails,
  decodePage,
  type JettonDetails,
  type JettonPage,
  type ListedJetton,
  nextCursor,
} from '#web/api/decoding/decode-jetton.ts';
import { fetchJettons, type ListedPage } from '#web/api/queries/list-requests.ts';
import { fillExplorerTemplate, safeLink } from '#web/untrusted/links.ts';
import { apiFilter, apiFilterAt, type ListFilter } from './list-filter.ts';

type Filter = Omit<ListFilter, 'cursor'>;

/**
 * Query for the jetton list. Never refetched automatically: that would send one request per loaded page and move rows
 * while the user reads them.
 */
export function jettonList(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [operations.getJettons.name, filter],
    queryFn: async ({ client, pageParam: cursor, signal }): Promise<JettonPage> => {
      const page = { limit: pageLimit(cursor), ...filter, cursor };
      const { items, next } = await fetchListPage(client, page, { signal, priority: 'list' });
      return createPage(items, next);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all loaded rows would take longer than decoding the new page.
    structuralSharing: false,
  });
}

/** Rows of a list that the service renders. */
export const RENDERED_ROWS = 20;

function pageLimit(cursor: string | undefined): number {
  const isRendered = import.meta.env.SSR || (cursor === undefined && hasEmbedded());
  return isRendered ? RENDERED_ROWS : MAX_LIMIT;
}

/** Query for the list record of one jetton, including scam. Null if there is none, as for TON. */
export function jettonByAddress(address: string) {
  const input = { address: [address], limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettons.name, 'one', address],
    queryFn: async ({ signal }): Promise<JettonDetails | null> => {
      const trusted = trustedOrigins(await loadSettings());
      const decode = (body: unknown) =>
        decodePage(body, 'jettons', (item) => decodeJettonDetails(item, trusted));
      const { items } = await service.callAndDecode(operations.getJettons, input, decode, { signal });
      return items[0] ?? null;
    },
    staleTime: 300_000,
  });
}

/** Query for the block explorer link of an address. Null without a configured explorer. */
export function explorerLink(address: string) {
  return queryOptions({
    queryKey: ['explorer', address],
    queryFn: async () =>
      safeLink(fillExplorerTemplate((await loadSettings()).explorer, '{address}', address)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Fetches one page of a list that may be filtered by age, which is relative to the time of the first page: `next` contains
 * that time. Rejects like `fetchJettons`.
 */
export async function fetchListPage(
  client: QueryClient,
  filter: ListFilter,
  options: CallOptions,
): Promise<ListedPage> {
  if (!filter.ranges?.age) return fetchJettons(apiFilter(filter), options);
  const [time, cursor] = splitCursor(filter.cursor);
  const now = time ?? (await fetchServiceTime(client));
  const resolved = apiFilterAt({ ...filter, cursor }, now);
  if (!resolved) return { items: [], next: undefined };
  const { items, next } = await fetchJettons(resolved, options);
  return { items, next: next && `${now.toISOString()} ${next}` };
}

function splitCursor(cursor: string | undefined): [Date | undefined, string | undefined] {
  if (cursor === undefined) return [undefined, undefined];
  const end = cursor.indexOf(' ');
  return [new Date(cursor.slice(0, end)), cursor.slice(end + 1)];
}

/** Returns the filter that the service would apply now. Undefined if no jetton can match. */
export async function currentFilter(
  client: QueryClient,
  filter: ListFilter,
): Promise<JettonListFilterInput | undefined> {
  return filter.ranges?.age ? apiFilterAt(filter, await fetchServiceTime(client)) : apiFilter(filter);
}

/** Yields all pages of the list. Requests a page only when the previous one has been consumed. */
export async function* paginateList(
  client: QueryClient,
  filter: ListFilter,
  options: CallOptions,
): AsyncGenerator<readonly ListedJetton[]> {
  let cursor: string | undefined;
  for (;;) {
    const input = { limit: MAX_LIMIT, ...filter, cursor };
    const page = await fetchListPage(client, input, options);
    yield page.items;
    // A repeated cursor would loop forever.
    if (page.next === undefined || page.next === cursor) return;
    cursor = page.next;
  }
}
