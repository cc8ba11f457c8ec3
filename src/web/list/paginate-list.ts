import type { QueryClient } from '@tanstack/react-query';
import { MAX_LIMIT } from '#contract/pagination.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { ListFilter } from './list-filter.ts';
import { fetchListPage } from './list-page.ts';

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
