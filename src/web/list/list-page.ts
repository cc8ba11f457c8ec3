import type { QueryClient } from '@tanstack/react-query';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { fetchServiceTime } from '#web/api/client/service-clock.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { fetchServiceTime } from '#web/api/client/service-status.ts';
import { fetchJettons, type ListedPage } from '#web/api/queries/list-requests.ts';
import { apiFilter, apiFilterAt, type ListFilter } from './list-filter.ts';

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
